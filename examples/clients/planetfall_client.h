/* Operates a vehicle in a Planetfall run: sensor packets in, commands out, in lock-step.
 *
 * One header without dependencies but POSIX sockets: copy it beside your program, and define
 * _POSIX_C_SOURCE 200112L before the first #include. The protocol, of which this speaks the binary form, is in
 * docs/operating.md.
 *
 *     static const char *const readings[] = { "pose.x_m" };
 *     static const char *const levers[] = { "wheel_left.rate_rad_per_s" };
 *     double x, rate;
 *     pf_client run;
 *     if (pf_connect(&run, NULL, NULL, readings, 1, levers, 1) != 0) { puts(run.error); return 1; }
 *     while (pf_next(&run, &x) == 1) {         one packet at each tick; the run waits for the answer
 *         rate = x < 3.0 ? 0.5 : 0.0;
 *         pf_command(&run, &rate);
 *     }
 *     pf_close(&run);
 */
#ifndef PLANETFALL_CLIENT_H
#define PLANETFALL_CLIENT_H

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#define PF_VERSION 1

typedef struct {
    int socket;
    size_t reading_count, lever_count;
    uint64_t tick;       /* of the last packet */
    int64_t time_ns;     /* of the last packet */
    int64_t period_ns;   /* between packets */
    unsigned char *bytes; /* of one message */
    size_t capacity;
    char error[512];     /* why the last call returned -1, or how the run ended */
} pf_client;

static int pf_fail(pf_client *run, const char *why) {
    snprintf(run->error, sizeof run->error, "%s", why);
    return -1;
}

static void pf_put(unsigned char *at, uint64_t value, int count) {
    int i;
    for (i = 0; i < count; i++) at[i] = (unsigned char)(value >> (8 * i));
}

static uint64_t pf_get(const unsigned char *at, int count) {
    uint64_t value = 0;
    int i;
    for (i = 0; i < count; i++) value |= (uint64_t)at[i] << (8 * i);
    return value;
}

static int pf_send(pf_client *run, const unsigned char *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = send(run->socket, bytes, count, MSG_NOSIGNAL);
        if (sent <= 0) return pf_fail(run, "the run has closed the connection");
        bytes += sent;
        count -= (size_t)sent;
    }
    return 0;
}

static int pf_receive(pf_client *run, unsigned char *bytes, size_t count) {
    while (count > 0) {
        ssize_t got = recv(run->socket, bytes, count, MSG_WAITALL);
        if (got <= 0) return pf_fail(run, "the run has closed the connection");
        bytes += got;
        count -= (size_t)got;
    }
    return 0;
}

static int pf_reserve(pf_client *run, size_t count) {
    unsigned char *bytes = run->bytes;
    if (count <= run->capacity) return 0;
    bytes = (unsigned char *)realloc(bytes, count);
    if (bytes == NULL) return pf_fail(run, "no memory");
    run->bytes = bytes;
    run->capacity = count;
    return 0;
}

/* One line of the greeting, as text without its end. */
static int pf_line(pf_client *run) {
    size_t length = 0;
    for (;;) {
        if (pf_reserve(run, length + 65536) != 0) return -1;
        if (pf_receive(run, run->bytes + length, 1) != 0) return -1;
        if (run->bytes[length] == '\n') {
            run->bytes[length] = '\0';
            return 0;
        }
        length++;
    }
}

/* The whole number after a key of the last line; 0 where there is none. */
static int64_t pf_number(const pf_client *run, const char *key) {
    const char *found = strstr((const char *)run->bytes, key);
    return found == NULL ? 0 : (int64_t)strtoll(found + strlen(key), NULL, 10);
}

static int pf_say_names(pf_client *run, const char *key, const char *const *names, size_t count) {
    size_t i;
    char head[64];
    snprintf(head, sizeof head, ",\"%s\":[", key);
    if (pf_send(run, (const unsigned char *)head, strlen(head)) != 0) return -1;
    for (i = 0; i < count; i++) {
        const char *before = i > 0 ? ",\"" : "\"";
        if (pf_send(run, (const unsigned char *)before, strlen(before)) != 0) return -1;
        if (pf_send(run, (const unsigned char *)names[i], strlen(names[i])) != 0) return -1;
        if (pf_send(run, (const unsigned char *)"\"", 1) != 0) return -1;
    }
    return pf_send(run, (const unsigned char *)"]", 1);
}

static int pf_open(pf_client *run, const char *host, const char *port) {
    struct addrinfo hints, *all, *one;
    const int yes = 1;
    memset(&hints, 0, sizeof hints);
    hints.ai_socktype = SOCK_STREAM;
    if (port == NULL || getaddrinfo(host, port, &hints, &all) != 0)
        return pf_fail(run, "no such host or port; PLANETFALL_PORT says where the run listens");
    for (one = all; one != NULL; one = one->ai_next) {
        run->socket = socket(one->ai_family, one->ai_socktype, one->ai_protocol);
        if (run->socket < 0) continue;
        if (connect(run->socket, one->ai_addr, one->ai_addrlen) == 0) break;
        close(run->socket);
        run->socket = -1;
    }
    freeaddrinfo(all);
    if (run->socket < 0) return pf_fail(run, "the run does not listen there");
    setsockopt(run->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return 0;
}

static void pf_close(pf_client *run) {
    if (run->socket >= 0) close(run->socket);
    free(run->bytes);
    run->socket = -1;
    run->bytes = NULL;
    run->capacity = 0;
}

/* Connects, and says which readings and levers are wanted, in which order. Host and port may be NULL: then
 * they are those that Planetfall gave the program that it started. Returns 0, or -1 with run->error. */
static int pf_connect(pf_client *run, const char *host, const char *port, const char *const *readings,
                      size_t reading_count, const char *const *levers, size_t lever_count) {
    static const char begin[] = "{\"type\":\"hello\",\"version\":1,\"form\":\"binary\"";
    memset(run, 0, sizeof *run);
    run->socket = -1;
    run->reading_count = reading_count;
    run->lever_count = lever_count;
    if (host == NULL) host = getenv("PLANETFALL_HOST");
    if (host == NULL) host = "127.0.0.1";
    if (port == NULL) port = getenv("PLANETFALL_PORT");
    if (pf_open(run, host, port) != 0 || pf_line(run) != 0) return -1;
    if (pf_number(run, "\"version\":") != PF_VERSION)
        return pf_fail(run, "the run speaks another version of the protocol");
    run->period_ns = pf_number(run, "\"period_ns\":");
    if (pf_send(run, (const unsigned char *)begin, strlen(begin)) != 0 ||
        pf_say_names(run, "readings", readings, reading_count) != 0 ||
        pf_say_names(run, "levers", levers, lever_count) != 0 ||
        pf_send(run, (const unsigned char *)"}\n", 2) != 0 || pf_line(run) != 0)
        return -1;
    if (strstr((const char *)run->bytes, "\"type\":\"ready\"") == NULL)
        return pf_fail(run, (const char *)run->bytes);
    return pf_reserve(run, 16 + 8 * (reading_count > lever_count ? reading_count : lever_count) + 8);
}

/* Waits for the next packet. Returns 1 and fills the readings (NaN before a sensor's first sample), 0 when the
 * run is over, or -1 with run->error. */
static int pf_next(pf_client *run, double *readings) {
    unsigned char header[8];
    size_t length, i;
    if (pf_receive(run, header, sizeof header) != 0) return -1;
    length = (size_t)pf_get(header, 4);
    if (pf_reserve(run, length + 1) != 0 || pf_receive(run, run->bytes, length) != 0) return -1;
    if (pf_get(header + 4, 4) != 1) {
        run->bytes[length] = '\0';
        pf_fail(run, (const char *)run->bytes);
        return strstr(run->error, "\"type\":\"end\"") != NULL ? 0 : -1;
    }
    if (length != 16 + 8 * run->reading_count) return pf_fail(run, "a packet of another length");
    run->tick = pf_get(run->bytes, 8);
    run->time_ns = (int64_t)pf_get(run->bytes + 8, 8);
    for (i = 0; i < run->reading_count; i++) {
        const uint64_t bits = pf_get(run->bytes + 16 + 8 * i, 8);
        memcpy(&readings[i], &bits, sizeof bits);
    }
    return 1;
}

/* Answers the last packet: sets all levers that were chosen. Returns 0, or -1 with run->error. */
static int pf_command(pf_client *run, const double *values) {
    const size_t length = 8 + 8 * run->lever_count;
    size_t i;
    if (pf_reserve(run, 8 + length) != 0) return -1;
    pf_put(run->bytes, length, 4);
    pf_put(run->bytes + 4, 2, 4);
    pf_put(run->bytes + 8, run->tick, 8);
    for (i = 0; i < run->lever_count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        pf_put(run->bytes + 16 + 8 * i, bits, 8);
    }
    return pf_send(run, run->bytes, 8 + length);
}

/* Answers the last packet and ends the run. Returns 0, or -1 with run->error. */
static int pf_finish(pf_client *run) {
    char text[80];
    unsigned char header[8];
    const int length =
        snprintf(text, sizeof text, "{\"type\":\"finish\",\"tick\":%llu}", (unsigned long long)run->tick);
    pf_put(header, (uint64_t)length, 4);
    pf_put(header + 4, 3, 4);
    if (pf_send(run, header, sizeof header) != 0) return -1;
    return pf_send(run, (const unsigned char *)text, (size_t)length);
}

#endif

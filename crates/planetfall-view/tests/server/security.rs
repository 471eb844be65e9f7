//! Nothing but the page and the runs that were named, and that for nobody else.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use planetfall_view::Patience;
use tempfile::TempDir;

use crate::client::{Reply, Viewer};
use crate::fixture;

const SECRET: &str = "for nobody else";

fn viewer() -> (TempDir, Viewer) {
    let workdir = tempfile::tempdir().unwrap();
    fs::write(workdir.path().join("secret.txt"), SECRET).unwrap();
    let folder = workdir.path().join("run");
    fixture::write(&folder, 50, 18);
    fs::write(folder.join("notes.txt"), SECRET).unwrap();
    let viewer = Viewer::of(&[folder]);
    (workdir, viewer)
}

fn assert_closed(reply: &Reply, request: &str) {
    assert!((400..500).contains(&reply.status), "{request:?}: {}", reply.head);
    assert!(!String::from_utf8_lossy(&reply.body).contains(SECRET), "{request:?}");
}

#[test]
fn it_listens_on_the_loopback_address_only() {
    let (_workdir, viewer) = viewer();
    assert_eq!(viewer.address.ip(), Ipv4Addr::LOCALHOST);
    // The same port is free on another address of this machine: it is not taken for all.
    let other = TcpListener::bind((Ipv4Addr::new(127, 0, 0, 2), viewer.address.port()));
    if cfg!(target_os = "linux") {
        other.unwrap();
    }
}

#[test]
fn a_request_with_another_name_is_refused() {
    let (_workdir, viewer) = viewer();
    let port = viewer.address.port();
    let get = |path: &str, host: &str| {
        viewer.send(&format!("GET {path} HTTP/1.1\r\n{host}Connection: close\r\n\r\n"))
    };
    for path in ["/", "/api/runs", "/api/run/0/meta", "/assets/index.js"] {
        for host in [
            format!("Host: rebound.example:{port}\r\n"),
            "Host: rebound.example\r\n".to_owned(),
            format!("Host: 127.0.0.1:{}\r\n", port ^ 1),
            "Host: 127.0.0.1\r\n".to_owned(),
            "Host: \r\n".to_owned(),
            format!("Host: 127.0.0.1:{port}\r\nHost: rebound.example\r\n"),
            String::new(),
        ] {
            let reply = get(path, &host);
            // Without any Host the request is malformed, which may be said before us.
            assert!(reply.status == 403 || (host.is_empty() && reply.status == 400), "{host}");
        }
        let absolute = format!("http://rebound.example:{port}{path}");
        assert_eq!(get(&absolute, &format!("Host: 127.0.0.1:{port}\r\n")).status, 403);
        assert_eq!(get(path, &format!("Host: localhost:{port}\r\n")).status, 200);
    }
    let refusal = get("/api/runs", "Host: rebound.example\r\n").error();
    assert!(refusal.contains("only http://127.0.0.1"), "{refusal}");
}

#[test]
fn no_way_of_writing_a_path_leads_out_of_the_bundle() {
    let (workdir, viewer) = viewer();
    let absolute = workdir.path().join("secret.txt");
    let absolute = absolute.to_str().unwrap();
    let written = [
        "/../secret.txt",
        "/../../../../../../etc/passwd",
        "/assets/../../secret.txt",
        "/assets/../index.html",
        "/%2e%2e/secret.txt",
        "/%2e%2e%2fsecret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/..%5csecret.txt",
        "/..\\secret.txt",
        "/assets/..\\..\\secret.txt",
        "/index.html%00",
        "/%00",
        "/notes.txt",
        "/run/notes.txt",
        "/history.parquet",
        "/api/run/0/notes.txt",
        "/api/run/0/..%2fsecret.txt",
        "/api/run/0/%2e%2e/secret.txt",
        "/api/run/..%2f0/meta",
        "/api/run/0/history.parquet",
        "/file:///etc/passwd",
        "/./index.html",
        "/etc/passwd",
        "/%2fetc%2fpasswd",
    ];
    let absolute = [absolute.to_owned(), format!("/{absolute}")];
    for path in written.iter().map(|path| (*path).to_owned()).chain(absolute) {
        assert_closed(&viewer.get(&path), &path);
    }
    let address = viewer.address;
    let end = format!(" HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    for path in ["/\0", "../secret.txt", "/index.html\0.js"] {
        assert_closed(&viewer.send(&format!("GET {path}{end}")), path);
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    use std::os::unix::fs::symlink;
    let (workdir, viewer) = viewer();
    let run = workdir.path().join("run");
    for name in ["scene.json", "summary.json", "events.json", "scenario.toml"] {
        fs::remove_file(run.join(name)).unwrap();
        symlink("../secret.txt", run.join(name)).unwrap();
    }
    assert_closed(&viewer.get("/api/run/0/scene"), "scene");
    let meta = viewer.get("/api/run/0/meta");
    assert_eq!(meta.status, 200);
    assert!(!String::from_utf8_lossy(&meta.body).contains(SECRET));
    let problems = meta.json()["problems"].to_string();
    for name in ["scene.json", "summary.json", "events.json", "scenario.toml"] {
        assert!(problems.contains(&format!("{name} is a link that leads out")), "{problems}");
    }

    fs::remove_file(run.join("scenario.toml")).unwrap();
    let scenario =
        "[[compare]]\nname = \"bench\"\n[[compare.column]]\ntheirs = \"for\"\nours = \"x\"\n";
    fs::write(run.join("scenario.toml"), scenario).unwrap();
    symlink("../secret.txt", run.join("compare_bench.csv")).unwrap();
    let measured = "/api/run/0/compare?index=0&columns=x";
    assert_closed(&viewer.get(measured), measured);
    assert!(viewer.get(measured).error().contains("leads out"));
    fs::write(run.join("scenario.toml"), scenario.replace("bench", "x/../../secret")).unwrap();
    assert_closed(&viewer.get(measured), measured);

    let other = workdir.path().join("other");
    fixture::write(&other, 60, 18);
    fs::remove_file(run.join("history.parquet")).unwrap();
    symlink("../other/history.parquet", run.join("history.parquet")).unwrap();
    let error = viewer.get("/api/runs").json()[0]["error"].as_str().unwrap().to_owned();
    assert!(error.contains("link that leads out"), "{error}");
    assert_eq!(viewer.get("/api/run/0/row?t=0").status, 422);
}

#[test]
fn only_get_and_head_are_answered() {
    let (_workdir, viewer) = viewer();
    let address = viewer.address;
    let send = |method: &str, path: &str| {
        let end = format!("Host: {address}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        viewer.send(&format!("{method} {path} HTTP/1.1\r\n{end}"))
    };
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
        for path in ["/", "/api/runs", "/api/run/0/meta", "/nothing"] {
            let reply = send(method, path);
            assert_eq!(reply.status, 405, "{method} {path}");
            assert_eq!(reply.header("allow"), Some("GET, HEAD"));
        }
    }
    for path in ["/", "/api/runs", "/api/run/0/scene"] {
        let head = send("HEAD", path);
        assert_eq!((head.status, head.body.len()), (200, 0), "{path}");
    }
}

/// What comes until the other side ends the connection; fails if it does not.
fn to_the_end(stream: &mut TcpStream) -> String {
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("{error}"),
        _ => String::from_utf8_lossy(&bytes).into_owned(),
    }
}

#[test]
fn idle_and_slow_connections_end() {
    let workdir = tempfile::tempdir().unwrap();
    fixture::write(&workdir.path().join("run"), 50, 18);
    let short = Duration::from_millis(300);
    let patience = Patience { head: short, idle: short, ..Patience::default() };
    let viewer = Viewer::patient(&[workdir.path().join("run")], patience);
    // Nothing is said.
    let mut silent = TcpStream::connect(viewer.address).unwrap();
    to_the_end(&mut silent);
    // A letter now and then, for ever: the head must be there in time all the same.
    let mut slow = TcpStream::connect(viewer.address).unwrap();
    let start = Instant::now();
    while slow.write_all(b"G").is_ok() {
        assert!(start.elapsed() < Duration::from_secs(30), "it is still read");
        std::thread::sleep(Duration::from_millis(50));
    }
    // Nothing more is asked after the first answer.
    let mut quiet = TcpStream::connect(viewer.address).unwrap();
    let address = viewer.address;
    quiet
        .write_all(format!("GET /api/runs HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes())
        .unwrap();
    assert!(to_the_end(&mut quiet).starts_with("HTTP/1.1 200 OK"));
    assert_eq!(viewer.get("/api/runs").status, 200, "others are served");
}

#[test]
fn no_more_connections_than_the_limit_are_kept() {
    let workdir = tempfile::tempdir().unwrap();
    fixture::write(&workdir.path().join("run"), 50, 18);
    let patience = Patience { connections: 3, ..Patience::default() };
    let viewer = Viewer::patient(&[workdir.path().join("run")], patience);
    let address = viewer.address;
    let request = format!("GET /api/runs HTTP/1.1\r\nHost: {address}\r\n\r\n");
    let mut kept: Vec<TcpStream> = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        // It has its place once it is answered.
        stream.read_exact(&mut [0; 8]).unwrap();
        kept.push(stream);
    }
    let mut fourth = TcpStream::connect(address).unwrap();
    assert!(to_the_end(&mut fourth).starts_with("HTTP/1.1 503"));
    kept.clear();
    let start = Instant::now();
    while viewer.get("/api/runs").status != 200 {
        assert!(start.elapsed() < Duration::from_secs(30), "places are not given back");
    }
}

#[test]
fn every_answer_carries_the_headers_that_keep_other_pages_out() {
    let (_workdir, viewer) = viewer();
    for path in ["/", "/assets/index.js", "/nothing", "/api/runs", "/api/run/7/meta"] {
        let reply = viewer.get(path);
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'self';"), "{policy}");
        assert!(!policy.contains("script-src") && !policy.contains("unsafe-eval"), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("cross-origin-resource-policy"), Some("same-origin"));
        assert!(!reply.head.to_lowercase().contains("access-control-"), "{}", reply.head);
        if path.starts_with("/api") {
            assert_eq!(reply.header("cache-control"), Some("no-store"));
        }
    }
}

#[test]
fn a_page_of_another_origin_is_given_no_leave_to_read() {
    let (_workdir, viewer) = viewer();
    let address = viewer.address;
    let reply = viewer.send(&format!(
        "GET /api/runs HTTP/1.1\r\nHost: {address}\r\nOrigin: https://rebound.example\r\n\
         Connection: close\r\n\r\n"
    ));
    assert!(!reply.head.to_lowercase().contains("access-control-"), "{}", reply.head);
}

#[test]
fn the_page_is_in_the_binary_and_loads_nothing_from_elsewhere() {
    let (_workdir, viewer) = viewer();
    let page = viewer.get("/");
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let text = String::from_utf8(page.body).unwrap();
    assert!(text.to_lowercase().contains("<!doctype html>"), "{text}");
    for word in ["http://", "https://", "src=\"//", "<script>"] {
        assert!(!text.contains(word), "the page has {word}");
    }
    assert!(viewer.get("/index.html").body == text.as_bytes());
}

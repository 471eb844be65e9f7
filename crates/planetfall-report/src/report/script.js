// Values under the pointer, read back from the drawing itself. The page is whole without it.
for (const plot of document.querySelectorAll("svg.plot")) {
  const numbers = (name) => plot.dataset[name].split(" ");
  const [left, top, right, bottom] = numbers("frame").map(Number);
  const value = (name, fraction) => {
    const [low, high, scale] = numbers(name);
    return scale === "log" ? low * (high / low) ** fraction : +low + fraction * (high - low);
  };
  const shown = (number) => (Number.isFinite(number) ? number.toPrecision(4) : "–");
  const names = plot.dataset.names.split("|");
  const lines = [...plot.querySelectorAll("path[data-series]")].map((path) =>
    path.getAttribute("d").split(/(?=[ML])/).filter(Boolean).map((part) => part.slice(1).split(" ").map(Number)));
  const cursor = document.createElementNS("http://www.w3.org/2000/svg", "path");
  cursor.setAttribute("class", "cursor");
  plot.append(cursor);
  const output = plot.parentNode.querySelector("output");
  const nearest = (points, x) => points.reduce((best, point) =>
    (best === null || Math.abs(point[0] - x) < Math.abs(best[0] - x) ? point : best), null);
  plot.addEventListener("pointermove", (event) => {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(plot.getScreenCTM().inverse());
    if (place.x < left || place.x > right) return;
    cursor.setAttribute("d", `M${place.x} ${top}V${bottom}`);
    const read = lines.map((points, index) => {
      const point = nearest(points, place.x);
      if (!point) return "";
      const y = shown(value("y", (bottom - point[1]) / (bottom - top)));
      return names.length > 1 ? `${names[index]} ${y}` : y;
    });
    output.textContent = `at ${shown(value("x", (place.x - left) / (right - left)))}: ${read.filter(Boolean).join(" · ")}`;
  });
  plot.addEventListener("pointerleave", () => cursor.removeAttribute("d"));
}

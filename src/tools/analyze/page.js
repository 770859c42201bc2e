"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const board = document.querySelector("#board svg");
  const stones = [...board.querySelectorAll("[data-move]")];
  const ring = board.querySelector(".last");
  const title = board.querySelector("title"), desc = board.querySelector("desc");
  const graph = document.getElementById("graph"), cursor = document.getElementById("cursor");
  const said = document.getElementById("said");
  const end = stones.length;
  let now = end;
  const svg = (name, attributes, text) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text) node.textContent = text;
    return node;
  };
  const signs = board.appendChild(svg("g", { "aria-hidden": "true" }));
  const sign = (place, kind, letter) => {
    if (!place) return;
    signs.append(svg("circle", { class: kind, cx: place[0], cy: place[1], r: 10 }),
      svg("text", { class: "sign", x: place[0], y: place[1] + 4, "font-size": 12 }, letter));
  };
  const show = (n, speak) => {
    now = Math.max(0, Math.min(end, n));
    stones.forEach((stone, i) => { stone.style.display = i < now ? "" : "none"; });
    const circle = now > 0 && stones[now - 1].querySelector("circle");
    if (ring) {
      ring.style.display = circle ? "" : "none";
      if (circle) for (const key of ["cx", "cy"]) ring.setAttribute(key, circle.getAttribute(key));
    }
    const here = data[now];
    signs.replaceChildren();
    sign(here.best, "best", "A");
    sign(here.other, "other", "B");
    title.textContent = "Position after move " + now;
    desc.textContent = here.stones;
    said.textContent = here.said;
    said.setAttribute("aria-live", speak ? "polite" : "off");
    document.querySelectorAll("#moves tbody tr").forEach((row, i) => {
      if (i + 1 === now) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    });
    const x = +graph.dataset.left + graph.dataset.span * (end ? now / end : 0);
    cursor.setAttribute("transform", "translate(" + x + ")");
    cursor.style.display = "inline";
  };
  const steps = { first: () => 0, back: () => now - 1, next: () => now + 1, last: () => end };
  for (const name in steps) document.getElementById(name).onclick = () => show(steps[name](), true);
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last" };
  document.addEventListener("keydown", (event) => {
    const step = steps[keys[event.key]];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest?.(".scroll")) return;
    event.preventDefault();
    show(step(), true);
  });
  document.querySelectorAll("#moves tbody tr").forEach((row, i) => {
    row.addEventListener("click", () => show(i + 1, true));
  });
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    const x = (event.clientX - box.left) * graph.viewBox.baseVal.width / box.width;
    show(Math.round((x - graph.dataset.left) / graph.dataset.span * end), true);
  });
  graph.style.cursor = "pointer";
  document.body.classList.add("scripted");
  document.getElementById("controls").hidden = false;
  show(end, false);
})();

"use strict";
(() => {
  const { positions, lines } = JSON.parse(document.getElementById("data").textContent);
  const board = document.querySelector("#board svg");
  const stones = [...board.querySelectorAll("[data-move]")];
  const ring = board.querySelector(".last"), five = board.querySelector(".five");
  const title = board.querySelector("title"), desc = board.querySelector("desc");
  const graph = document.getElementById("graph"), cursor = document.getElementById("cursor");
  const said = document.getElementById("said");
  const rows = [...document.querySelectorAll("#moves tbody tr")];
  const end = stones.length;
  // The moves of the game that are shown; a line beside the game and how many of its moves.
  let now = end, line = null, step = 0;
  const svg = (name, attributes, text) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text) node.textContent = text;
    return node;
  };
  const extra = board.appendChild(svg("g", { "aria-hidden": "true" }));
  const sign = (place, kind, letter) => {
    if (!place) return;
    extra.append(svg("circle", { class: kind, cx: place[0], cy: place[1], r: 10 }),
      svg("text", { class: "sign", x: place[0], y: place[1] + 4, "font-size": 12 }, letter));
  };
  const draw = (speak) => {
    const beside = line && lines[line];
    stones.forEach((stone, i) => { stone.style.display = i < now ? "" : "none"; });
    // Numbers count from the beginning of a line.
    board.classList.toggle("beside", !!beside);
    extra.replaceChildren();
    let last = now > 0 ? stones[now - 1].querySelector("circle") : null;
    if (beside) {
      beside.places.slice(0, step).forEach(([x, y], i) => {
        const kind = (now + i) % 2 ? "white" : "black";
        last = svg("circle", { class: kind, cx: x, cy: y, r: 11 });
        extra.append(last, svg("text", { class: "on-" + kind, x, y: y + 4, "font-size": 11 }, String(i + 1)));
      });
      if (step === beside.places.length) beside.five.forEach(([x, y]) => {
        extra.append(svg("circle", { class: "five", fill: "none", "stroke-width": 3, cx: x, cy: y, r: 11.5 }));
      });
    } else {
      sign(positions[now].best, "best", "A");
      sign(positions[now].other, "other", "B");
    }
    if (five) five.style.display = now === end && !beside ? "" : "none";
    if (ring) {
      ring.style.display = last ? "" : "none";
      if (last) for (const key of ["cx", "cy"]) ring.setAttribute(key, last.getAttribute(key));
      board.append(ring);
    }
    if (beside) {
      const shown = beside.names.slice(0, step).join(" ");
      title.textContent = beside.title;
      desc.textContent = positions[now].stones + " Then " + shown + ".";
      said.textContent = beside.title + ", " + step + " of " + beside.names.length + ": " + shown + ".";
    } else {
      title.textContent = "Position after move " + now;
      desc.textContent = positions[now].stones;
      said.textContent = positions[now].said;
    }
    said.setAttribute("aria-live", speak ? "polite" : "off");
    rows.forEach((row, i) => {
      if (i + 1 === now) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    });
    document.querySelectorAll(".steps [aria-current]").forEach((a) => a.removeAttribute("aria-current"));
    if (beside) {
      const links = document.querySelectorAll("[data-line='" + line + "'] [data-step='" + step + "']");
      links.forEach((link) => link.setAttribute("aria-current", "step"));
    }
    const x = +graph.dataset.left + graph.dataset.span * (end ? now / end : 0);
    cursor.setAttribute("transform", "translate(" + x + ")");
    cursor.style.display = "inline";
  };
  const address = () => { history.replaceState(null, "", line ? "#" + line + "-" + step : "#move-" + now); };
  const show = (n, speak) => {
    [now, line, step] = [Math.max(0, Math.min(end, n)), null, 0];
    draw(speak);
    if (speak) address();
  };
  const showLine = (id, n, speak) => {
    if (n < 1) return show(lines[id].from, speak);
    [now, line, step] = [lines[id].from, id, Math.min(n, lines[id].places.length)];
    draw(speak);
    if (speak) address();
  };
  const go = (n) => line ? showLine(line, n, true) : show(n, true);
  const steps = {
    first: () => go(line ? 1 : 0),
    back: () => go((line ? step : now) - 1),
    next: () => go((line ? step : now) + 1),
    last: () => go(line ? lines[line].places.length : end),
  };
  for (const name in steps) document.getElementById(name).onclick = steps[name];
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "Escape" && line) return show(now, true);
    const name = keys[event.key];
    if (!name || (event.target.classList?.contains("scroll"))) return;
    event.preventDefault();
    steps[name]();
  });
  // What an address like #move-17 or #r17-3 names; the end of the game without one.
  const follow = (hash, speak) => {
    const move = /^#move-(\d+)$/.exec(hash), beside = /^#([bor]\d+)(?:-(\d+))?$/.exec(hash);
    if (beside && lines[beside[1]]) showLine(beside[1], +(beside[2] || 1), speak);
    else show(move ? +move[1] : end, speak && !!move);
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#']"), row = event.target.closest?.("#moves tbody tr");
    if (link) {
      event.preventDefault();
      const steps = link.closest("[data-line]");
      if (steps) showLine(steps.dataset.line, +link.dataset.step, true);
      else follow(link.getAttribute("href"), true);
    } else if (row) {
      show(rows.indexOf(row) + 1, true);
    }
  });
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    const x = (event.clientX - box.left) * graph.viewBox.baseVal.width / box.width;
    show(Math.round((x - graph.dataset.left) / graph.dataset.span * end), true);
  });
  graph.style.cursor = "pointer";
  document.body.classList.add("scripted");
  document.getElementById("controls").hidden = false;
  window.addEventListener("hashchange", () => follow(location.hash, false));
  follow(location.hash, false);
})();

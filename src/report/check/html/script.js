(function () {
  "use strict";
  var rows = Array.from(document.querySelectorAll("tr.step"));
  var story = document.querySelector("table.story");
  var sources = document.getElementById("sources");
  var now = document.getElementById("now");
  var at = 0;

  function mark(row, is) {
    var line = document.getElementById(row.dataset.line);
    [row, line].forEach(function (element) {
      if (element) { element.classList.toggle("current", is); }
    });
    if (is) { row.setAttribute("aria-current", "step"); } else { row.removeAttribute("aria-current"); }
    return line;
  }

  // The page itself is moved only if the step is out of sight.
  function go(n, move) {
    if (rows[n] === undefined) { return; }
    mark(rows[at], false);
    at = n;
    var line = mark(rows[at], true);
    if (line) {
      var inside = sources.getBoundingClientRect();
      var here = line.getBoundingClientRect();
      sources.scrollTop += here.top - inside.top - sources.clientHeight / 3;
    }
    if (move) { rows[at].scrollIntoView({ block: "nearest" }); }
    var state = rows[at].dataset.state;
    now.textContent = "Step " + rows[at].dataset.step + " of " + story.dataset.last + (state ? ": " + state : "");
  }

  function follow() {
    var n = rows.findIndex(function (row) { return "#" + row.id === location.hash; });
    if (n !== -1) { go(n, true); }
  }

  document.getElementById("stepper").hidden = false;
  document.getElementById("back").addEventListener("click", function () { go(at - 1, true); });
  document.getElementById("on").addEventListener("click", function () { go(at + 1, true); });
  rows.forEach(function (row, n) {
    row.addEventListener("click", function () { go(n, false); });
  });
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    if (event.key === "j" || event.key === "n") { go(at + 1, true); }
    if (event.key === "k" || event.key === "p") { go(at - 1, true); }
  });
  window.addEventListener("hashchange", follow);
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll("details").forEach(function (element) { element.open = true; });
  });
  go(0, false);
  follow();
}());

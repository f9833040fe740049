// Without this script, the page shows everything, but cannot be filtered.
"use strict";
{
  const form = document.getElementById("filter");
  const bugs = [...document.querySelectorAll("#bugs > .bug")];
  const texts = new Map();
  const textOf = (bug) => {
    if (!texts.has(bug)) texts.set(bug, bug.textContent.toLowerCase());
    return texts.get(bug);
  };
  // A bug is shown if it has what is wanted, or if one of its variants has it.
  const has = (bug, [name, value]) => name === "search"
    ? value.toLowerCase().split(/\s+/).every((word) => textOf(bug).includes(word))
    : bug.dataset[name].split(" ").includes(value);
  const filter = () => {
    const wanted = [...new FormData(form)].filter(([, value]) => value.trim());
    let shown = 0;
    for (const bug of bugs) {
      const all = [bug, ...bug.querySelectorAll(".bug")];
      bug.hidden = !all.some((one) => wanted.every((want) => has(one, want)));
      if (!bug.hidden) shown += 1;
    }
    form.querySelector("output").value = wanted.length ? `${shown} of ${bugs.length} bugs` : "";
  };
  if (form) {
    form.addEventListener("input", filter);
    form.addEventListener("reset", () => setTimeout(filter));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.hidden = false;
    filter();
  }

  for (const row of document.querySelectorAll(".bug > tr:first-child")) {
    const details = row.nextElementSibling.querySelector("details");
    row.classList.add("opens");
    row.addEventListener("click", (event) => {
      if (!event.target.closest("a, button") && getSelection().isCollapsed) details.open = !details.open;
    });
  }

  // A link to a bug or a variant opens it.
  const open = () => {
    const bug = document.getElementById(location.hash.slice(1));
    let details = bug?.querySelector("details");
    if (!details) return;
    for (; details; details = details.parentElement.closest("details")) details.open = true;
    bug.scrollIntoView();
  };
  addEventListener("hashchange", open);
  open();

  for (const text of document.querySelectorAll(".copy")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text.textContent);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(text);
        button.textContent = "Selected";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
    text.after(button);
  }
}

// Elements of the page. Text always becomes text nodes, so that markup in a name stays text.

const svgNamespace = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && typeof value !== "string") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** Returns a new HTML element; attributes whose names begin with "on" are listeners. */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Returns an input with its label above it. */
export const labelled = (text, input) => element("span", { class: "field" }, element("label", { for: input.id }, text), input);

/** Returns a new SVG element. */
export function shape(tag, attributes = {}, ...children) {
  const node = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Sets a node's text, if it is another one: an unchanged node is neither drawn nor read out again. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Sets an attribute, or removes it for null, if that changes it. */
export function mark(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/** Returns a table with a caption and a head; its rows are set by `rows`, arrays of texts or nodes. */
export function table(caption, heads) {
  const body = element("tbody");
  const node = element("table", {},
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))),
    body);
  const rows = (content) => body.replaceChildren(...content.map((cells) =>
    element("tr", {}, cells.map((cell, index) =>
      element(index === 0 ? "th" : "td", index === 0 ? { scope: "row" } : {}, cell)))));
  return { node, body, rows };
}

/** Returns a region that scrolls, by the keyboard too. */
export function scrolling(label, content) {
  return element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, content);
}

/** Returns a number as text with a number of decimals, or a dash where there is none. */
export function number(value, decimals) {
  return value === null || value === undefined ? "–" : value.toFixed(decimals);
}

/** Returns a time in seconds as hours, minutes and seconds. */
export function clockText(seconds) {
  const whole = Math.floor(seconds);
  const two = (part) => String(part).padStart(2, "0");
  const days = Math.floor(whole / 86400);
  return (days > 0 ? `${days} d ` : "")
    + `${two(Math.floor(whole / 3600) % 24)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** Calls a function at most once in a time, and with the last arguments in the end. */
export function atMostEach(milliseconds, action) {
  let timer = null, waiting = null, last = -Infinity;
  const act = () => {
    timer = null;
    if (!waiting) return;
    const values = waiting;
    waiting = null;
    last = performance.now();
    action(...values);
  };
  return (...values) => {
    waiting = values;
    timer ??= setTimeout(act, Math.max(0, last + milliseconds - performance.now()));
  };
}

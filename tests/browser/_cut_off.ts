/**
 * Text of a page that cannot be read.
 *
 * @module
 */

/** Text that is cut off, or that leaves its box or the screen. */
export const CUT_OFF: string = `(() => {
  // The page's script shows what this browser can use.
  for (const hidden of document.querySelectorAll("form[hidden],button[hidden]")) {
    hidden.hidden = false;
  }
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push("The page scrolls sideways");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!data.trim() || !parentElement.checkVisibility() || parentElement.tagName === "SCRIPT") {
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const box = parentElement.closest("button,.button,.submit,li,.card,main,footer") ??
      document.body;
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const isMark = parentElement.className === "last";
    for (const rect of range.getClientRects()) {
      const isInside = rect.left >= Math.max(0, left) - 1 &&
        rect.right <= Math.min(innerWidth, right) + 1 &&
        (isMark || rect.top >= top - 1 && rect.bottom <= bottom + 1);
      if (!isInside) found.push(data);
    }
  }
  for (const label of document.querySelectorAll("label,.last,h1,h2,strong,.facts")) {
    if (label.scrollWidth > label.clientWidth + 1 && label.clientWidth > 0) {
      found.push(label.textContent);
    }
  }
  return found;
})()`;

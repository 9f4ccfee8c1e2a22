/** Anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\w\- ]/g, "").replaceAll(" ", "-");
}

/** Anchors of a Markdown document; lines of code blocks are no headings. */
export function anchorsOf(markdown: string): string[] {
  const text = markdown.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, "");
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!));
}

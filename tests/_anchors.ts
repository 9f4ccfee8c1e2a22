/** Anchors of a Markdown document, as GitHub makes them of headings. */
export function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!.toLowerCase().replaceAll(/[^\w\- ]/g, "").replaceAll(" ", "-")
  );
}

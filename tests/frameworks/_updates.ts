/**
 * Changes of text in copies of examples and recipes, among them the `jwt` callback that the
 * scenario's updates need, for examples whose config has none.
 *
 * @module
 */

const CALLBACK = `callbacks: {
    jwt({ token, trigger, session }) {
      if (trigger === "update" && typeof session?.name === "string") token.name = session.name;
      return token;
    },
  },
  `;

/** Adds the callback to the config in a source text. */
export function withUpdates(text: string): string {
  const parts = text.split(/(?<=\n *)(?=providers: \[\n)/);
  if (parts.length !== 2) throw new Error(`Cannot find the one config of an app in:\n${text}`);
  return parts.join(CALLBACK);
}

/** Replaces texts in a source text. */
export const withTexts = (text: string, texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts).reduce((changed, [from, to]) => changed.replaceAll(from, to), text);

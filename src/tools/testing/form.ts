/**
 * Forms of a page: what a browser would send for them.
 *
 * @module
 */

/** What is typed into a form. */
export interface TypedFields {
  readonly [name: string]: string;
}

/** A request that a form makes. */
export interface FormRequest {
  /** Absolute URL, with the fields of a form that is sent by `GET`. */
  readonly url: string;
  readonly init: RequestInit;
}

/** Names and values that a form sends, in their order. */
type Fields = [name: string, value: string][];

interface Button {
  readonly text: string;
  readonly attributes: ReadonlyMap<string, string>;
}

interface Form {
  readonly attributes: ReadonlyMap<string, string>;
  /** Names of all controls, also of those that send nothing unless they are chosen. */
  readonly names: ReadonlySet<string>;
  /** Controls with the values that they have on the page. */
  readonly fields: Fields;
  /** Buttons that send the form. */
  readonly buttons: readonly Button[];
}

/**
 * The request of the form that has the typed fields, and the button if one is named.
 *
 * @param html the page
 * @param page URL of the page
 * @throws {TypeError} when no form of the page has them, or when several have
 */
export function makeRequest(
  html: string,
  page: URL,
  typed: TypedFields,
  button?: string,
): FormRequest {
  const forms = formsOf(html);
  const fitting = forms.filter(({ names, buttons }) =>
    Object.keys(typed).every((name) => names.has(name)) &&
    (button === undefined || buttons.some(({ text }) => text === button))
  );
  const [form] = fitting;
  if (!form || fitting.length > 1) {
    const what = [
      ...Object.keys(typed).map((name) => `the field "${name}"`),
      ...button === undefined ? [] : [`the button "${button}"`],
    ].join(" and ") || "no field";
    throw new TypeError(
      `Cannot submit a form with ${what} of ${page.pathname}: there are ${fitting.length}. ` +
        `Forms of this page: ${forms.map(describe).join("; ") || "none"}`,
    );
  }
  const pressed = form.buttons.find(({ text }) => button === undefined || text === button);
  const { attributes } = pressed ?? {};
  const own = attributes?.get("name");
  const fields: Fields = [
    ...form.fields.filter(([name]) => !Object.hasOwn(typed, name)),
    ...own ? [[own, attributes?.get("value") ?? ""] as [string, string]] : [],
    ...Object.entries(typed),
  ];
  const of = (name: string) => attributes?.get(`form${name}`) ?? form.attributes.get(name);
  const url = new URL(of("action") || page, page);
  const body = new URLSearchParams(fields);
  if (of("method")?.toLowerCase() === "post") {
    return { url: url.href, init: { method: "POST", body } };
  }
  url.search = body.toString();
  return { url: url.href, init: {} };
}

function describe({ names, buttons }: Form): string {
  const shown = buttons.map(({ text }) => `"${text}"`).join(", ");
  return `${[...names].join(", ") || "no fields"} (${shown || "no button"})`;
}

function formsOf(html: string): Form[] {
  const text = html.replaceAll(/<!--[\s\S]*?-->|<(script|style|template)\b[\s\S]*?<\/\1>/gi, "");
  return [...text.matchAll(/<form\b((?:"[^"]*"|'[^']*'|[^>"'])*)>([\s\S]*?)<\/form>/gi)]
    .map(([, tag = "", content = ""]) => toForm(tag, content));
}

const CONTROL =
  /<(input|button|select|textarea)\b((?:"[^"]*"|'[^']*'|[^>"'])*)>(?:([\s\S]*?)<\/\1>)?/gi;

/** Elements without an end tag; what follows is not theirs. */
const INPUT = /<input\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;

function toForm(tag: string, content: string): Form {
  const names = new Set<string>();
  const fields: Fields = [];
  const buttons: Button[] = [];
  // An input has no end tag, so none may take in the controls after it.
  const closed = content.replaceAll(INPUT, "<input$1></input>");
  for (const [, kind, written = "", inner = ""] of closed.matchAll(CONTROL)) {
    const attributes = attributesOf(written);
    const type = (attributes.get("type") ?? (kind === "button" ? "submit" : "text")).toLowerCase();
    if (attributes.has("disabled")) continue;
    if (type === "submit" && kind !== "select") {
      const shown = kind === "button" ? textOf(inner) : attributes.get("value") ?? "Submit";
      buttons.push({ text: shown, attributes });
      continue;
    }
    const name = attributes.get("name");
    if (!name || type === "button" || type === "reset") continue;
    names.add(name);
    const isUnchecked = (type === "checkbox" || type === "radio") && !attributes.has("checked");
    if (isUnchecked) continue;
    fields.push([name, readValue(kind!.toLowerCase(), attributes, inner)]);
  }
  return { attributes: attributesOf(tag), names, fields, buttons };
}

function readValue(kind: string, attributes: ReadonlyMap<string, string>, inner: string): string {
  if (kind === "textarea") return decode(inner).replace(/^\n/, "");
  if (kind !== "select") {
    return attributes.get("value") ?? (attributes.has("checked") ? "on" : "");
  }
  const options = [...inner.matchAll(/<option\b([^>]*)>([\s\S]*?)(?=<\/?option|$)/gi)]
    .map(([, written = "", text = ""]) => ({ attributes: attributesOf(written), text }));
  const chosen = options.find((option) => option.attributes.has("selected")) ?? options[0];
  return chosen?.attributes.get("value") ?? textOf(chosen?.text ?? "");
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (
    const [, name, ...values] of text.matchAll(
      /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g,
    )
  ) found.set(name!.toLowerCase(), decode(values.find((value) => value !== undefined) ?? ""));
  return found;
}

function textOf(html: string): string {
  return decode(html.replaceAll(/<[^>]*>/g, " ")).replaceAll(/\s+/g, " ").trim();
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function decode(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi, (
    _whole,
    hex: string | undefined,
    number: string | undefined,
    name: string | undefined,
  ) => {
    if (name) return NAMED[name.toLowerCase()]!;
    return String.fromCodePoint(hex ? parseInt(hex, 16) : Number(number));
  });
}

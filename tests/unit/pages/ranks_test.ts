/**
 * One rank for one kind of action, in every state of the gallery; `pages/README.md` has the table.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { createGallery } from "../../../src/tools/gallery/handler.ts";
import { PAGES } from "../../../src/tools/gallery/pages.ts";
import { type Element, parseHtml } from "./_html.ts";

/** Classes of links and buttons; a link in a sentence or a list of pages has none. */
const RANKS: Readonly<Record<string, ReadonlySet<string>>> = {
  a: new Set(["", "app", "act", "site", "quiet", "submit", "submit prove", "button create"]),
  button: new Set(["", "submit", "button", "button create", "small", "quiet", "show"]),
  summary: new Set(["", "button create"]),
};

/** Names of actions that end or remove something. */
const REMOVES =
  /^(Delete|Disconnect|Leave|Merge|Remove|Revoke|Suspend|Transfer)\b|^Sign out of all/;

const classOf = ({ attributes }: Element) => attributes.get("class") ?? "";

const isRed = (element: Element) => classOf(element).split(" ").includes("danger");

function cardOf(element: Element): Element | undefined {
  let at: Element | undefined = element;
  while (at && !classOf(at).split(" ").includes("card")) at = at.parent;
  return at;
}

async function actionsIn(state: string): Promise<Element[]> {
  const gallery = createGallery({ app: { theme: {} } });
  const answer = await gallery(new Request(`http://localhost/pages/${state}`));
  return parseHtml(await answer.text()).filter(({ tag }) => Object.hasOwn(RANKS, tag));
}

/** What breaks the table, in one state. */
async function breachesIn(state: string): Promise<string[]> {
  const all = await actionsIn(state);
  const wrong = all.filter((one) => {
    const rank = classOf(one).replace(/ ?danger$/, "");
    if (!RANKS[one.tag]!.has(rank)) return true;
    // Tabs and links back name pages, such as "Transfer ownership".
    const isAction = rank !== "" && rank !== "site";
    if (isAction && isRed(one) !== REMOVES.test(one.text)) return true;
    if (one.tag !== "a" || rank !== "button create") return false;
    // An outlined link saves a file, or is another way to do what a filled one does.
    return !one.attributes.has("download") &&
      !all.some((other) =>
        other.tag === "a" && classOf(other) === "submit" && cardOf(other) === cardOf(one)
      );
  });
  const cards = all.filter((one) => classOf(one).startsWith("submit")).map(cardOf);
  return [
    ...wrong.map((one) => `${state}: <${one.tag} class="${classOf(one)}"> ${one.text}`),
    ...new Set(cards).size < cards.length ? [`${state}: two filled buttons in one card`] : [],
  ];
}

for (const [group, states] of Object.entries(PAGES)) {
  Deno.test(`ranks: one kind of action has one look (${group})`, async () => {
    const breaches = await Promise.all(Object.keys(states).map(breachesIn));
    assertEquals(breaches.flat(), []);
  });
}

/**
 * A guestbook: a page, records, a row of the account page, an endpoint for programs and functions
 * of the app, in one value of the config.
 *
 * @module
 */
import {
  type CallHandler,
  type Capability,
  type CapabilityApp,
  defineCapability,
  defineRecords,
  type PageContext,
  type PageHandler,
} from "@x/auth/capability";
import { Field, Form, SubmitButton } from "@x/auth/capability/parts";
import { h } from "preact";

const texts = {
  en: { title: "Guestbook", none: "You have written nothing yet.", field: "Text", save: "Sign" },
  de: {
    title: "Gästebuch",
    none: "Du hast noch nichts geschrieben.",
    field: "Text",
    save: "Eintragen",
  },
};

type Page = PageContext<typeof texts.en>;

/** One entry for each user. */
const entries = defineRecords<{ text: string }>("guestbook.entry");

const textOf = async (app: CapabilityApp, userId: string): Promise<string | null> =>
  (await entries.get(app, userId))?.data.text ?? null;

const show: PageHandler<typeof texts.en> = async (page) => {
  if (!page.visitor) return page.signIn();
  const { title, none, field, save } = page.texts;
  const text = await textOf(page.app, page.visitor.id);
  return {
    title,
    text: text ?? none,
    content: h(
      Form,
      { page },
      h(Field, { name: "text", label: field, maxlength: 200, value: page.query.text ?? "" }),
      h(SubmitButton, null, save),
    ),
  };
};

async function sign(page: Page): Promise<{ redirect: string }> {
  const { text = "" } = page.fields;
  page.requireFreshProof("sign the guestbook", { text });
  const userId = page.visitor!.id;
  const value = { userId, expires: null, data: { text: text.slice(0, 200) } };
  await entries.update(page.app, userId, () => value);
  return { redirect: page.url };
}

/** An endpoint for programs: the key is the proof, and cookies are never seen. */
const read = (key: string): CallHandler => async ({ app, params, authorization }) => {
  if (authorization !== `Bearer ${key}`) return { status: 401, body: { error: "invalid_token" } };
  return { body: { text: await textOf(app, params.user ?? "") } };
};

const functions = {
  /** Removes the entry of a user; `false` when there is none. */
  erase: async (app: CapabilityApp, userId: string): Promise<boolean> =>
    await entries.take(app, userId) !== null,
};

/**
 * A guestbook. Bring it as `capabilities: { guestbook: Guestbook({ key }) }`.
 *
 * @param key key of programs that read entries
 */
export function Guestbook({ key }: { key: string }): Capability<"guestbook", typeof functions> {
  return defineCapability({
    id: "guestbook",
    texts,
    records: [entries],
    check: () => key.length < 16 ? "its key must have 16 characters" : undefined,
    pages: {
      "guestbook": { methods: ["GET", "POST"], load: () => ({ GET: show, POST: sign }) },
    },
    calls: {
      "guestbook/{user}/entry": {
        methods: ["GET"],
        cors: "any-origin",
        load: () => ({ GET: read(key) }),
      },
      "/.well-known/guestbook": {
        methods: ["GET"],
        load: () => ({ GET: ({ origin }) => ({ body: { guestbook: origin } }) }),
      },
    },
    accountRow: async ({ app, visitor, texts: { title, none, save }, urlOf }) => ({
      heading: title,
      text: await textOf(app, visitor.id) ?? none,
      link: { url: urlOf("guestbook"), label: save },
    }),
    functions,
  });
}

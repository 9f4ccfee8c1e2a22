/**
 * The same app in each framework, as its server draws it.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { PageData } from "../../browser/components/_page.ts";
import { render as react } from "../../browser/components/react_server.ts";
import { render as solid } from "../../browser/components/solid_server.ts";
import { render as svelte } from "../../browser/components/svelte_server.ts";
import { render as vue } from "../../browser/components/vue_server.ts";
import { BINDINGS, countLines, MOST } from "../../tools/components.ts";

const RENDERERS: Record<(typeof BINDINGS)[number], (data: PageData) => string | Promise<string>> = {
  ...{ react, vue, svelte, solid },
};

const ADA = {
  user: { name: "Ada", email: "ada@example.com" },
  expires: "2099-01-01T00:00:00.000Z",
};
const EVE = {
  user: { name: "Eve", email: "eve@example.com" },
  expires: "2099-01-01T00:00:00.000Z",
};
const current = { name: "Acme", slug: "acme" };

/** Without what each framework marks its elements with. */
const withoutMarks = (html: string) =>
  html.replaceAll(/<!--.*?-->| (data-hk|hidden|open)="[^"]*"/g, "").replaceAll(/\s+(?=[>"])/g, "");

const textOf = (html: string) =>
  withoutMarks(html).replaceAll(/<[^>]*>/g, "|").replaceAll(/\s*\|[\s|]*/g, "|");

for (const binding of BINDINGS) {
  const render = RENDERERS[binding];

  Deno.test(`${binding}: a server draws the session that it has read`, async () => {
    const html = withoutMarks(await render({ path: "/teams/acme", session: ADA, current }));
    assertStringIncludes(html, "Hello ada@example.com");
    assertStringIncludes(html, '<span data-part="text" class="auth-name">Ada</span>');
    assertEquals(
      textOf(html),
      "|Hello ada@example.com|You can edit|A|Ada|A|Acme|Start|New here|Team|",
    );
    // The list of a menu comes when it is opened.
    assertEquals(html.match(/class="auth-entries"/g)?.length, 2);
    assertEquals(/auth-entry"/.test(html), false);
  });

  Deno.test(`${binding}: a server draws nothing for another user, nobody, and one not known yet`, async () => {
    const of = async (session: PageData["session"]) =>
      textOf(await render(session === undefined ? { path: "/" } : { path: "/", session }));
    assertEquals(await of(EVE), "|Hello eve@example.com|E|Eve|Start|New here|");
    assertEquals(await of(null), "|Hello stranger|Start|New here|");
    assertEquals(await of(undefined), "|Hello stranger|Start|New here|");
    const signIn = /class="auth"[^>]*data-page="loading"/;
    assert(signIn.test(withoutMarks(await render({ path: "/", session: null }))));
    assertEquals(signIn.test(withoutMarks(await render({ path: "/" }))), false);
  });

  Deno.test(`${binding}: sessions of two visitors do not mix`, async () => {
    const [ada, eve] = await Promise.all([
      render({ path: "/", session: ADA }),
      render({ path: "/", session: EVE }),
    ]);
    assertEquals([ada.includes("Eve"), eve.includes("Ada")], [false, false]);
    const script = await render({ path: "/", session: { ...EVE, user: { name: "<script>" } } });
    assertEquals(script.includes("<script>"), false);
  });

  Deno.test(`${binding}: the binding is short`, async () => {
    const lines = countLines(await Deno.readTextFile(`src/client/${binding}.ts`));
    assert(lines > 50 && lines <= MOST, `${lines} lines`);
  });
}

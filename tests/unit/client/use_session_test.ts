import { assertEquals } from "@std/assert";
import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { renderToString } from "preact-render-to-string";
import { createUseSession, type Session } from "../../../src/client/mod.ts";
import { useSession } from "../../../src/client/preact.ts";

const ada: Session = { user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" };

function Account({ hook = useSession, session }: {
  hook?: typeof useSession;
  session?: Session | null;
}) {
  const { data, status } = hook({ session });
  return h("p", null, `${status}: ${data?.user?.name ?? "none"}`);
}

const draw = (props: Parameters<typeof Account>[0]) => renderToString(h(Account, props));

Deno.test("useSession() on a server renders the given session, and keeps no state for the next page", () => {
  const own = createUseSession({ useEffect, useState });
  for (const hook of [useSession, own]) {
    assertEquals(draw({ hook, session: ada }), "<p>authenticated: Ada</p>");
    assertEquals(draw({ hook, session: null }), "<p>unauthenticated: none</p>");
    assertEquals(draw({ hook }), "<p>loading: none</p>");
  }
});

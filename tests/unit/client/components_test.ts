import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import type { StepNode } from "../../../pages/parts_step.ts";
import { createAuthState, createDefaultState, isShown } from "../../../src/client/auth_state.ts";
import { createOrganizationMenu, createUserMenu } from "../../../src/client/menu.ts";
import type { SessionState } from "../../../src/client/session_store.ts";
import { makeFile, PATH } from "../../tools/component_styles.ts";
import { createSteps } from "../../../src/client/view.ts";

const ADA = { user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" };
const IN: SessionState = { data: ADA, status: "authenticated" };
const OUT: SessionState = { data: null, status: "unauthenticated" };
const LOADING: SessionState = { data: null, status: "loading" };
const AGAIN: SessionState = { data: ADA, status: "loading" };

Deno.test("isShown(): nothing is shown before the session was read, and no unknown answer is a yes", () => {
  const states = [IN, OUT, LOADING, AGAIN];
  const shown = (demand: Parameters<typeof isShown>[1], can?: () => boolean) =>
    states.map((state) => isShown(state, demand, { can }));
  assertEquals(shown({ signed: "in" }), [true, false, false, true]);
  assertEquals(shown({ signed: "out" }), [false, true, false, false]);
  const demand = { signed: "in", permission: "page:write" } as const;
  assertEquals(shown(demand, () => true), [true, false, false, true]);
  assertEquals(shown(demand, () => false), [false, false, false, false]);
  for (const answer of [undefined, 1, "yes", Promise.resolve(true)]) {
    assertEquals(shown(demand, () => answer as never), [false, false, false, false]);
  }
  for (const state of states) {
    assertThrows(
      () => isShown(state, demand, {}),
      TypeError,
      "give the provider of the session `can`",
    );
  }
});

Deno.test("createDefaultState(): visitors of a server share nothing", () => {
  const state = createDefaultState();
  assertEquals(state() === state(), false);
});

Deno.test("createSteps() draws an empty place on a server, and asks for nothing", () => {
  const view = createSteps(createAuthState({ session: null }), "signin");
  assertEquals(view.get(), {
    key: 0,
    attributes: {
      "class": "auth",
      "data-part": "root",
      "data-page": "loading",
      "aria-busy": "true",
    },
    nodes: [],
  });
  assertEquals(view.get(), view.get());
});

Deno.test("menus have a name on a server, and no words that are not the app's", () => {
  const textOf = (nodes: readonly StepNode[]): string =>
    nodes.map((node) => typeof node === "string" ? node : textOf(node.children)).join("|");
  const auth = createAuthState({ session: ADA });
  assertEquals(textOf(createUserMenu(auth, { accountUrl: "/account" }).get().nodes), "A|Ada|");
  const current = { name: "Acme", slug: "acme" };
  assertEquals(textOf(createOrganizationMenu(auth, { current }).get().nodes), "A|Acme|");
  const logo = "/auth/organization-logo/1";
  const { nodes } = createOrganizationMenu(auth, { current: { ...current, logo } }).get();
  assertEquals(textOf(nodes), "|Acme|");
  assertStringIncludes(JSON.stringify(nodes), `"src":"${logo}","alt":""`);
  assertEquals(createOrganizationMenu(auth).get().nodes, []);
  const nobody = createAuthState({ session: null });
  assertEquals(createUserMenu(nobody).get().nodes, []);
  assertEquals(createOrganizationMenu(nobody, { current }).get().nodes, []);
});

Deno.test("component_styles.ts is made from the styles of the pages", async () => {
  assertEquals(
    await Deno.readTextFile(PATH),
    makeFile(),
    "The styles are older than those of the pages: deno run -A tests/tools/component_styles.ts",
  );
  const { componentStyles } = await import("../../../src/client/component_styles.ts");
  assertStringIncludes(componentStyles, ".auth .auth-card{");
});

Deno.test("component_styles.ts: no rule reaches the page of the app", async () => {
  const { componentStyles } = await import("../../../src/client/component_styles.ts");
  const heads = [...componentStyles.matchAll(/(?:^|[{}])\s*([^{}@]+)\{/g)].map(([, head]) => head!);
  const others = heads.filter((head) =>
    head.split(/,(?![^(]*\))/).some((one) =>
      !/^(\[dir=rtl\] |:where\(\[dir=rtl\]\) )?\.auth\b/.test(one.trim())
    )
  );
  assertEquals(others, []);
});

Deno.test("component_styles.ts: no rule stands twice, and none is of a page that no component draws", async () => {
  const { componentStyles } = await import("../../../src/client/component_styles.ts");
  const rules = componentStyles.split("\n");
  // The page of a user's factors has the rules of the page of one factor.
  const shared = rules.map((rule) => rule.replaceAll(/\.auth-factors?\b/g, ".auth-factor"));
  assertEquals(shared.filter((rule, at) => shared.indexOf(rule) !== at), []);
  assertEquals(shared.filter((rule) => rule.includes(".auth-rows li{")).length, 2);
  // Operators have a search in two columns, and organizations one in a line.
  assertEquals(rules.filter((rule) => /auth-banner|form\.auth-search\{/.test(rule)), []);
  assertStringIncludes(componentStyles, ".auth-search>.auth-pair{");
});

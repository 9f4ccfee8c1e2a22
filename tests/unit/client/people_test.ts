/**
 * Components while the person who is signed in changes: nobody sees what was read for another, and
 * no part of a sign-in is taken away.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { StepNode } from "../../../pages/parts_step.ts";
import { type AuthState, createAuthState } from "../../../src/client/auth_state.ts";
import { createOrganizationMenu, createUserMenu } from "../../../src/client/menu.ts";
import { createOrganizations } from "../../../src/client/organizations_state.ts";
import { createSteps, type View } from "../../../src/client/view.ts";
import { waitUntil } from "../../_wait.ts";

const ORIGIN = "https://app.example";

/** The element around a component that nothing draws into. */
class Root extends EventTarget {
  open = false;
  firstElementChild = null;
  querySelector = () => null;
  querySelectorAll = () => [];
  contains = () => false;
}

interface Page {
  /** Name of the person whose cookie the browser has. */
  person: string | null;
  /** Step that the service leads a sign-in to. */
  step: object;
  /** Paths that were asked for. */
  asked: string[];
  /** The answer of the service in place of its own. */
  answer?: (path: string) => Response | undefined;
  auth: AuthState;
  /** Sends the form of a step at the element. */
  submit(root: Root, action: string): void;
  /** Opens the menu at the element. */
  toggle(root: Root): void;
}

const TEXTS = {
  title: "Organizations",
  others: "Other organizations",
  menu: { account: "Account" },
  signOut: { submit: "Sign out" },
  unreachable: "There is no connection.",
  signInErrors: { MissingCSRF: "This form was open for too long." },
  passkey: { errors: { failed: "That did not work." } },
};

/** Runs a script of a page. */
async function onPage(session: string | null | undefined, run: (page: Page) => Promise<void>) {
  const globals = {
    location: new URL(`${ORIGIN}/page`),
    document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
    MutationObserver: class {
      observe() {}
      disconnect() {}
    },
    FormData: class {
      *[Symbol.iterator]() {}
    },
    fetch: (input: string | URL | Request) => {
      const { pathname } = new URL(String(input), ORIGIN);
      page.asked.push(pathname);
      return Promise.resolve(page.answer?.(pathname) ?? answer(pathname));
    },
  };
  const answer = (path: string): Response => {
    const { person } = page;
    if (path === "/auth/session") return Response.json(person === null ? null : sessionOf(person));
    if (path === "/auth/signin") return Response.json(page.step);
    if (person === null) return Response.json({ step: "signin", providers: [] });
    const csrfToken = `1.${person}`;
    if (path === "/auth/signout") {
      const formAction = `${ORIGIN}/auth/signout`;
      return Response.json({ step: "signout", texts: TEXTS, formAction, csrfToken });
    }
    const organizations = [{ name: `Team of ${person}`, slug: person, url: `/${person}` }];
    return Response.json({ step: "organizations:list", texts: TEXTS, organizations, csrfToken });
  };
  const saved = Object.keys(globals).map((name) =>
    [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const
  );
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  const page: Page = {
    person: session === undefined ? "Ada" : session,
    step: { step: "signin", providers: [] },
    asked: [],
    auth: createAuthState(
      session === undefined ? {} : { session: session ? sessionOf(session) : null },
    ),
    submit(root, action) {
      // The form of a step that a person sends.
      const form = { getAttribute: () => action, dataset: {} };
      const event = new Event("submit", { cancelable: true });
      Object.defineProperty(event, "target", { value: form });
      root.dispatchEvent(event);
    },
    toggle: (root) => {
      root.open = true;
      root.dispatchEvent(new Event("toggle"));
    },
  };
  const stop = page.auth.start();
  try {
    await run(page);
  } finally {
    stop();
    for (const [name, descriptor] of saved) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete (globalThis as Record<string, unknown>)[name];
    }
  }
}

const sessionOf = (name: string) => ({
  user: { id: name, name },
  expires: "2099-01-01T00:00:00.000Z",
});

/** Draws a component, as a framework does. */
function show(view: View): { root: Root; text(): string; stop(): void } {
  const root = new Root();
  const stops = [view.subscribe(() => {}), view.attach(root as unknown as HTMLElement)];
  const textOf = (nodes: readonly StepNode[]): string =>
    nodes.map((node) => typeof node === "string" ? node : textOf(node.children)).join(" ");
  return {
    root,
    text: () => textOf(view.get().nodes),
    stop: () => stops.forEach((stop) => stop()),
  };
}

Deno.test("the menu of organizations is that of the person who is signed in", async () => {
  await onPage("Ada", async (page) => {
    const menu = show(createOrganizationMenu(page.auth));
    await waitUntil("the list of Ada", () => menu.text().includes("Team of Ada"));
    page.person = "Bob";
    const read = page.auth.session.refresh();
    await read;
    assertEquals(menu.text().includes("Team of Ada"), false);
    await waitUntil("the list of Bob", () => menu.text().includes("Team of Bob"));
    page.person = null;
    await page.auth.session.refresh();
    assertEquals(menu.text(), "");
    menu.stop();
  });
});

Deno.test("the menu of organizations appears once the session was read", async () => {
  await onPage(undefined, async (page) => {
    const menu = show(createOrganizationMenu(page.auth));
    await waitUntil("the list of Ada", () => menu.text().includes("Team of Ada"));
    menu.stop();
  });
});

Deno.test("the menu of a user has a way out again after a sign-out and a sign-in", async () => {
  await onPage("Ada", async (page) => {
    const left: string[] = [];
    const menu = show(createUserMenu(page.auth, { leave: (url) => void left.push(url) }));
    page.toggle(menu.root);
    await waitUntil("the way out", () => menu.text().includes("Sign out"));
    page.person = "Bob";
    await page.auth.session.refresh();
    assertEquals(menu.text().includes("Sign out"), false);
    page.toggle(menu.root);
    await waitUntil("the way out of Bob", () => menu.text().includes("Sign out"));
    // The session ends while the browser cannot be told of it.
    page.answer = (path) => path === "/auth/signout" ? Response.json({ url: "/" }) : undefined;
    const before = page.asked.length;
    menu.stop();
    const again = show(createUserMenu(page.auth, { leave: (url) => void left.push(url) }));
    page.toggle(again.root);
    await waitUntil("the flow ends", () => left.length === 1);
    page.answer = undefined;
    page.toggle(again.root);
    await waitUntil("the way out", () => again.text().includes("Sign out"));
    assertEquals(page.asked.slice(before).filter((path) => path === "/auth/signout").length, 2);
    again.stop();
  });
});

Deno.test("the menu of a user says that the sign-out has failed, until it has not", async () => {
  await onPage("Ada", async (page) => {
    const left: string[] = [];
    const menu = show(createUserMenu(page.auth, { leave: (url) => void left.push(url) }));
    page.toggle(menu.root);
    await waitUntil("the way out", () => menu.text().includes("Sign out"));
    const offline = (): Response => {
      throw new TypeError("no network");
    };
    const html = { status: 502, headers: { "content-type": "text/html" } };
    const answers: [() => Response, string][] = [
      [offline, TEXTS.unreachable],
      [
        () => Response.json({ error: "Configuration" }, { status: 500 }),
        TEXTS.passkey.errors.failed,
      ],
      [() => new Response("Bad gateway", html), TEXTS.unreachable],
    ];
    for (const [answer, sentence] of answers) {
      page.answer = (path) => path === "/auth/signout" ? answer() : undefined;
      page.submit(menu.root, `${ORIGIN}/auth/signout`);
      await waitUntil(sentence, () => menu.text().includes(sentence));
      assertEquals(menu.text().includes("Sign out"), true, "it can be pressed again");
    }
    page.answer = (path) => path === "/auth/signout" ? Response.json({ url: "/" }) : undefined;
    page.submit(menu.root, `${ORIGIN}/auth/signout`);
    await waitUntil("the end", () => left.length === 1);
    assertEquals(menu.text().includes(TEXTS.unreachable), false);
    menu.stop();
  });
});

Deno.test("useOrganizations(): those of the person who is signed in, and of nobody else", async () => {
  await onPage("Ada", async (page) => {
    const store = createOrganizations(page.auth);
    const names = () => store.get().organizations.map(({ name }) => name);
    const stop = store.subscribe(() => {});
    await waitUntil("Ada's", () => store.get().status === "ready");
    assertEquals(names(), ["Team of Ada"]);
    page.person = "Bob";
    await page.auth.session.refresh();
    assertEquals([store.get().status, names()], ["loading", []]);
    await waitUntil("Bob's", () => store.get().status === "ready");
    assertEquals(names(), ["Team of Bob"]);
    page.person = null;
    await page.auth.session.refresh();
    assertEquals(store.get(), { status: "unauthenticated", organizations: [] });
    stop();
  });
});

Deno.test("useOrganizations(): a service that knows no session is asked once", async () => {
  await onPage("Ada", async (page) => {
    const asked = () => page.asked.filter((path) => path === "/auth/organizations").length;
    page.answer = (path) =>
      path === "/auth/organizations" ? Response.json({ step: "signin", providers: [] }) : undefined;
    const store = createOrganizations(page.auth);
    const stop = store.subscribe(() => {});
    await waitUntil("an answer", () => store.get().status === "unauthenticated");
    await page.auth.session.refresh();
    assertEquals([store.get().status, asked()], ["unauthenticated", 1]);
    stop();
  });
});

Deno.test("a sign-in whose session exists keeps its step until it is done", async () => {
  await onPage(null, async (page) => {
    const { session } = page.auth;
    const steps = createSteps(page.auth, "signin", { leave: () => {} });
    page.step = { step: "factors:codes", parts: ["codes"], failures: { default: "" } };
    const drawn = show(steps);
    await waitUntil("the codes", () => drawn.text().includes("codes"));
    // The person comes back from another tab.
    page.person = "Ada";
    const before = page.asked.length;
    const reads = [session.refresh(), session.refresh()];
    await Promise.resolve();
    assertEquals([session.get().status, page.asked.length], ["unauthenticated", before]);
    drawn.stop();
    assertEquals((await Promise.all(reads)).map((one) => one?.user?.name), ["Ada", "Ada"]);
    assertEquals(session.get().status, "authenticated");
    assertEquals(page.asked.slice(before), ["/auth/session"]);
  });
});

Deno.test("the account is read again for another person", async () => {
  await onPage("Ada", async (page) => {
    page.answer = (path) =>
      path === "/auth/account"
        ? Response.json({
          step: "account:list",
          parts: [`Account of ${page.person}`],
          failures: { default: "" },
        })
        : undefined;
    const drawn = show(createSteps(page.auth, "account"));
    await waitUntil("the account of Ada", () => drawn.text().includes("Account of Ada"));
    page.person = "Bob";
    await page.auth.session.refresh();
    await waitUntil("the account of Bob", () => drawn.text().includes("Account of Bob"));
    drawn.stop();
  });
});

Deno.test("a refusal that keeps the step has a sentence, and one among the elements has no second", async () => {
  await onPage(null, async (page) => {
    const failures = { default: "This did not work." };
    const formAction = `${ORIGIN}/auth/signin`;
    page.step = { step: "signin", parts: ["wrong"], failures, formAction, error: "InvalidCode" };
    const drawn = show(createSteps(page.auth, "signin", { leave: () => {} }));
    await waitUntil("the step", () => drawn.text().includes("wrong"));
    assertEquals(drawn.text().includes(failures.default), false);
    page.answer = () => Response.json({ error: "StoreUnavailable" }, { status: 503 });
    page.submit(drawn.root, formAction);
    await waitUntil("a sentence", () => drawn.text().includes(failures.default));
    drawn.stop();
  });
});

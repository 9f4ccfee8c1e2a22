/**
 * Row for the guide to teams with Next.js, on a PostgreSQL server of its own: two people in Chromium,
 * with an inbox in place of the terminal.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { scaledLimit, waitUntil } from "../_wait.ts";
import { pressUntil } from "./_press.ts";
import type { FrameworkApp, PageStep } from "./_rows.ts";
import type { Step } from "./_scenario.ts";

/** Emails that the app has sent, as data; Next answers a GET from its build. */
const INBOX = `const kept = globalThis as { inbox?: unknown[] };

export const POST = async () => Response.json(kept.inbox ?? []);
`;

interface Mail {
  to: string;
  text: string;
}

const scenario: Step[] = [{
  name: "a stranger is led to the sign-in page, whether there is such a team or not",
  async run(_app, { browser }) {
    for (const path of ["/teams", "/teams/tea"]) {
      // The page has begun, so the redirect is in it.
      const text = await (await browser.fetch(path)).text();
      const [, url = ""] = /http-equiv="refresh" content="[^"]*?url=([^"]+)"/i.exec(text) ?? [];
      assertStringIncludes(decodeURIComponent(url), `/api/auth/signin?callbackUrl=${path}`);
    }
    const { status, body } = await browser.fetch("/api/teams/tea/projects");
    await body?.cancel();
    assertEquals(status, 401);
  },
}];

/** From the first sign-in to the removal of a member. */
const teamStep: PageStep = {
  name: "two people: a team, a project, an invitation, its role, and the removal",
  async run(context, { origin }) {
    const other = await context.browser()!.newContext();
    other.setDefaultTimeout(scaledLimit(60_000));
    try {
      await walk(await context.newPage(), await other.newPage(), origin);
    } finally {
      await other.close();
    }
  },
};

async function walk(ada: Page, bob: Page, origin: string): Promise<void> {
  const members = `${origin}/api/auth/organization/tea`;
  const inbox = async (): Promise<Mail[]> =>
    await (await fetch(`${origin}/inbox`, { method: "POST" })).json();
  const linkTo = async (email: string, pattern: RegExp): Promise<string> => {
    const find = async () =>
      (await inbox()).findLast(({ to, text }) => to === email && pattern.test(text));
    await waitUntil(`an email to ${email}`, async () => await find() !== undefined);
    return pattern.exec((await find())!.text)![0];
  };
  const enter = async (page: Page, email: string, path: string) => {
    await page.goto(origin + path);
    await page.locator("input[type=email]").fill(email);
    await page.locator("button.submit").first().click();
    await page.waitForURL(/verify-request/);
    await page.goto(await linkTo(email, /http\S+callback\S+/));
    // The way back that the page named.
    await page.waitForURL(origin + path);
  };
  /** There is nothing of a team at either address. */
  const findsNothing = async (slug: string) => {
    await bob.goto(`${origin}/teams/${slug}`);
    await bob.getByText("This page could not be found").waitFor();
    assertEquals(await bob.getByRole("heading", { name: "Tea" }).count(), 0);
    const answer = await bob.goto(`${origin}/api/teams/${slug}/projects`);
    assertEquals(answer!.status(), 404, slug);
  };

  await enter(ada, "ada@team.example", "/teams");
  await ada.getByRole("link", { name: "Create a team" }).click();
  await ada.locator("input[name=name]").fill("Tea");
  await ada.locator("input[name=slug]").fill("tea");
  await ada.locator("button.submit").first().click();
  await ada.waitForURL(/\/organization\/tea/);
  await ada.goto(`${origin}/teams`);
  await ada.getByRole("link", { name: "Tea", exact: true }).click();
  await ada.getByText("Your role: owner").waitFor();
  await ada.getByLabel("Project").fill("Green <tea>");
  const add = ada.getByRole("button", { name: "Add" });
  await pressUntil(add, ada.getByText("Green <tea>"));

  // Bob comes back to a team that is not his: the same page as for one that does not exist.
  await enter(bob, "bob@team.example", "/teams");
  for (const slug of ["tea", "nothing"]) await findsNothing(slug);

  await ada.goto(members);
  const invite = ada.locator("form", { has: ada.locator("input[name=email]") });
  await invite.locator("input[name=email]").fill("bob@team.example");
  await invite.locator("select").selectOption("member");
  await invite.locator("button.submit").click();
  await bob.goto(await linkTo("bob@team.example", /http\S+\/invitation\?token=\S+/));
  await bob.locator("button.submit").first().click();
  await bob.waitForURL(/\/organization\/tea/);
  await bob.goto(`${origin}/teams/tea`);
  await bob.getByText("Your role: member").waitFor();
  await bob.getByText("Green <tea>").waitFor();
  assertEquals(await bob.getByRole("button", { name: "Add" }).count(), 0);
  const answer = await bob.goto(`${origin}/api/teams/tea/projects`);
  assertEquals(await answer!.json(), [{ name: "Green <tea>" }]);

  // The next request of a member who was removed finds nothing.
  await ada.goto(members);
  await ada.locator("a[href*='step=member']").first().click();
  await ada.locator("a[href*='step=remove']").click();
  await ada.locator("button.danger").click();
  await ada.waitForURL(/organization\/tea\?done=removed/);
  await findsNothing("tea");
}

/** The guide. */
export const nextTeams: FrameworkApp = {
  name: "next-teams",
  guide: "next-teams",
  versionOf: "next",
  needsPostgres: true,
  texts: {
    "server: terminal":
      "server: { sendMail: ({ to, text }: { to: string; text: string }) => Promise.resolve(" +
      "((globalThis as any).inbox ??= []).push({ to, text })) }",
  },
  files: {
    // Without the fonts of the template, which a build fetches from Google.
    "app/layout.tsx": `import type { ReactNode } from "react";

export default function RootLayout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
    "app/inbox/route.ts": INBOX,
  },
  build: ["node", "node_modules/next/dist/bin/next", "build"],
  start: (port) => ["node", "node_modules/next/dist/bin/next", "start", "-p", String(port)],
  basePath: "/api/auth",
  scenario,
  pages: [teamStep],
  quiet: /error|warn/i,
};

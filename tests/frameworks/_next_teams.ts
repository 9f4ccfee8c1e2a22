/**
 * `examples/saas/next`, in the app of `examples/next`: two people and their team in Chromium, with
 * an inbox in place of the terminal.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { waitUntil } from "../_wait.ts";
import { pressUntil } from "./_press.ts";
import type { FrameworkApp, PageStep } from "./_rows.ts";

const FOLDER = "examples/saas/next";

const PATHS = [
  "teams.ts",
  "app/api/saas/[...auth]/route.ts",
  "app/teams/[slug]/page.tsx",
  "app/teams/[slug]/actions.ts",
];

const MOST_LINES = 150;

const sources = await Promise.all(
  PATHS.map(async (path) => [path, await Deno.readTextFile(`${FOLDER}/${path}`)] as const),
);

/** Prints an email in the example. */
const PRINTS = "Promise.resolve(console.log(`\\nTo: ${to}\\nSubject: ${subject}\\n\\n${text}`));";

/** Keeps it for the inbox. */
const KEEPS =
  "Promise.resolve(void ((globalThis as any).inbox ??= []).push({ to, subject, text }));";

/** Emails that the app has sent, as data; Next answers a GET from its build. */
const INBOX = `const kept = globalThis as { inbox?: unknown[] };

export const POST = async () => Response.json(kept.inbox ?? []);
`;

/** A clock that goes two hours ahead. */
const CLOCK = `const now = Date.now;

export const POST = async () => {
  Date.now = () => now() + 2 * 60 * 60 * 1000;
  return new Response();
};
`;

/** Files of the app. */
export const TEAMS: FrameworkApp["files"] = {
  ...Object.fromEntries(sources.map(([path, text]) => [path, text.replace(PRINTS, () => KEEPS)])),
  "app/inbox/route.ts": INBOX,
  "app/clock/route.ts": CLOCK,
};

interface Mail {
  to: string;
  text: string;
}

/** From the first sign-in to the end of the team. */
export const teamsStep: PageStep = {
  name: "teams: invite, join, another role, removal, policy, another owner, end",
  async run(context, { origin }) {
    const lines = sources.reduce((sum, [, text]) => sum + text.trimEnd().split("\n").length, 0);
    assert(lines < MOST_LINES, `${lines} lines`);
    const other = await context.browser()!.newContext();
    try {
      await walk(await context.newPage(), await other.newPage(), origin);
    } finally {
      await other.close();
    }
  },
};

async function walk(ada: Page, bob: Page, origin: string): Promise<void> {
  const team = `${origin}/teams/tea`;
  const list = `${origin}/api/saas/organizations`;
  const inbox = async (): Promise<Mail[]> =>
    await (await fetch(`${origin}/inbox`, { method: "POST" })).json();
  const linkTo = async (email: string, pattern: RegExp): Promise<string> => {
    const found = (await inbox()).findLast(({ to, text }) => to === email && pattern.test(text));
    return pattern.exec(found!.text)![0];
  };
  const click = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  const prove = async (page: Page, email: string) => {
    await page.locator("button.submit").first().click();
    await page.waitForURL(/verify-request/);
    await page.goto(await linkTo(email, /http\S+callback\S+/));
  };
  const enter = async (page: Page, email: string) => {
    await page.goto(list);
    await page.locator("input[type=email]").fill(email);
    await prove(page, email);
    await page.waitForURL(list);
  };
  await enter(ada, "ada@team.example");
  await enter(bob, "bob@team.example");
  await ada.locator("input[name=name]").fill("Tea");
  await ada.locator("input[name=slug]").fill("tea");
  await ada.locator("button.submit").first().click();
  await ada.waitForURL(/\/organization\/tea/);

  const gone = async () => {
    await bob.goto(team);
    await bob.getByText("This page could not be found").waitFor();
  };
  const join = async () => {
    await ada.getByLabel("Email", { exact: true }).fill("bob@team.example");
    const invite = ada.locator("form", { has: ada.getByLabel("Email", { exact: true }) });
    await invite.locator("select").selectOption("member");
    const before = (await inbox()).length;
    await click(ada, "Invite").click();
    await waitUntil("the invitation is sent", async () => (await inbox()).length > before);
    await bob.goto(await linkTo("bob@team.example", /http\S+\/invitation\?token=\S+/));
    await bob.locator("button.submit").first().click();
    await bob.waitForURL(/\/organization\/tea/);
    await bob.goto(team);
    await bob.getByText("bob@team.example: member").waitFor();
  };
  await gone();
  await ada.goto(team);
  await ada.getByText("ada@team.example: owner").waitFor();
  await join();
  assertEquals(await click(bob, "Add").count(), 0);

  await ada.goto(team);
  await ada.locator("form:has(input[value=role]) select").selectOption("admin");
  await pressUntil(click(ada, "Change"), ada.getByText("bob@team.example: admin"));
  await bob.goto(team);
  await bob.getByLabel("Project").fill("Green <tea>");
  await pressUntil(click(bob, "Add"), bob.getByText("Green <tea>"));
  await click(ada, "Remove").click();
  await ada.getByText("bob@team.example").waitFor({ state: "detached" });
  await gone();
  await ada.goto(team);
  await join();

  await ada.goto(team);
  await pressUntil(click(ada, "Make the owner"), ada.getByText("ada@team.example: admin"));
  await bob.goto(team);
  // The policy of the team leads to a proof, and back.
  await click(bob, "Ask for a proof every hour").click();
  await waitUntil("the team has the policy", async () => {
    const settings = await bob.request.get(`${list.replace(/s$/, "")}/tea/settings`, {
      headers: { accept: "application/json" },
    });
    return (await settings.text()).includes("proofMaxAge");
  });
  await fetch(`${origin}/clock`, { method: "POST" });
  await bob.goto(team);
  await bob.waitForURL(/stepUp=/);
  await prove(bob, "bob@team.example");
  await bob.waitForURL(team);
  await bob.getByLabel("Type its name").fill("Tea");
  await click(bob, "Delete").click();
  await bob.waitForURL(list);
  await bob.goto(team);
  await bob.getByText("This page could not be found").waitFor();
}

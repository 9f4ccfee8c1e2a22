/**
 * `examples/saas` in Chromium: two people, from the first sign-in to the end of their team.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { Browser, Page } from "playwright-core";
import { app, auth } from "../../examples/saas/app.ts";
import { captureMail } from "../../src/tools/testing/mod.ts";
import { browserTest } from "../_chromium.ts";
import { scaledLimit } from "../_wait.ts";

const HOUR = 60 * 60 * 1000;

const inbox = captureMail(auth);

/** Opens a page of a person's own browser. */
async function sitDown(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(scaledLimit(10_000));
  return page;
}

const press = async (page: Page, name: string) =>
  await page.getByRole("button", { name, exact: true }).first().click();

/** Presses a button after which the same page is shown, and waits for the answer. */
const post = async (page: Page, name: string) => {
  const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
  await press(page, name);
  await answered;
};

const fill = async (page: Page, label: string, text: string) =>
  await page.getByLabel(label, { exact: true }).fill(text);

/** Waits for the row of a member. */
const row = async (page: Page, text: string) => await page.getByText(text).waitFor();

/** Signs in, or proves again who it is, by the link of an email; the page asks for it. */
async function useLink(page: Page, email: string): Promise<void> {
  const field = page.locator("input[type=email]").first();
  if (await field.isEditable()) await field.fill(email);
  await page.locator("button.submit").first().click();
  let link: string | undefined;
  while (!link) link = (await inbox.next(email)).url;
  await page.goto(link);
}

/** Opens the link of an invitation, and accepts. Other emails about the team come before it. */
async function join(page: Page, email: string): Promise<void> {
  let link: string | undefined;
  while (!link) link = /http\S+\/join\?token=\S+/.exec((await inbox.next(email)).text)?.[0];
  await page.goto(link);
  await press(page, "Join");
}

browserTest("examples/saas: a team from its first member to its end", async (browser) => {
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => app(request),
  );
  const now = Date.now;
  let ahead = 0;
  Date.now = () => now() + ahead;
  try {
    const origin = `http://localhost:${server.addr.port}`;
    const [ada, bob] = [await sitDown(browser), await sitDown(browser)];
    for (const [page, email] of [[ada, "ada@team.example"], [bob, "bob@team.example"]] as const) {
      await page.goto(origin);
      await page.getByRole("link", { name: "Sign in" }).click();
      await useLink(page, email);
      await page.getByRole("heading", { name: "Your teams" }).waitFor();
    }
    const team = `${origin}/teams/tea`;
    const statusOf = async (page: Page) => (await page.goto(team))!.status();

    await fill(ada, "Name", "Tea");
    await fill(ada, "Name in URLs", "tea");
    await press(ada, "Create");
    await row(ada, "ada@team.example: owner");
    assertEquals(await statusOf(bob), 404);
    const invite = async () => {
      await fill(ada, "Email", "bob@team.example");
      await ada.locator("select").last().selectOption("member");
      await post(ada, "Invite");
    };
    await invite();
    await join(bob, "bob@team.example");
    await row(bob, "bob@team.example: member");
    assertEquals(await bob.getByRole("button", { name: "Add" }).count(), 0);

    await ada.goto(team);
    await ada.locator("select").first().selectOption("admin");
    await press(ada, "Change");
    await row(ada, "bob@team.example: admin");
    await bob.goto(team);
    await fill(bob, "Project", "Green <tea>");
    await press(bob, "Add");
    await row(bob, "Green <tea>");

    await press(ada, "Remove");
    await ada.getByText("bob@team.example").waitFor({ state: "detached" });
    assertEquals(await statusOf(bob), 404);
    await invite();
    await join(bob, "bob@team.example");
    await row(bob, "bob@team.example: member");

    // The policy of the team leads to a proof, and back.
    await ada.goto(team);
    await post(ada, "Ask for a proof every hour");
    ahead += 2 * HOUR;
    await ada.goto(team);
    await ada.waitForURL(/\/auth\/signin\?stepUp=/);
    await useLink(ada, "ada@team.example");
    await ada.waitForURL(team);

    await press(ada, "Make the owner");
    await row(ada, "ada@team.example: admin");
    await bob.goto(team);
    await bob.waitForURL(/\/auth\/signin\?stepUp=/);
    await useLink(bob, "bob@team.example");
    await row(bob, "bob@team.example: owner");
    await fill(bob, "Type its name", "Tea");
    await press(bob, "Delete");
    await bob.getByRole("heading", { name: "Your teams" }).waitFor();
    assertEquals([await statusOf(ada), await statusOf(bob)], [404, 404]);
  } finally {
    Date.now = now;
  }
});

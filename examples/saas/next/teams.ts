import { MemoryAdapter } from "@x/auth/adapters/memory";
import NextAuth from "@x/auth/next";
import { defineAccess, Organizations, type Refusal } from "@x/auth/organizations";
import Nodemailer, { type MailMessage } from "@x/auth/providers/nodemailer";
import { defineAuth } from "@x/auth/server";
import { notFound, redirect } from "next/navigation";

export const access = defineAccess({
  permissions: { project: ["read", "create"] },
  roles: { admin: { project: "all", member: "all" }, member: { project: ["read"] } },
  grants: { admin: ["member"] },
});
export type Role = (typeof access.roles)[number];

/** Prints emails instead of sending them. */
const sendMail = ({ to, subject, text }: MailMessage) =>
  Promise.resolve(console.log(`\nTo: ${to}\nSubject: ${subject}\n\n${text}`));

// Next loads this module for each kind of route; the data is one, and ends with the process.
const memory = globalThis as { saas?: ReturnType<typeof open> };
const open = () => ({ adapter: MemoryAdapter(), projects: new Map<string, string[]>() });
export const { adapter, projects } = memory.saas ??= open();

const app = defineAuth({
  adapter,
  basePath: "/api/saas",
  providers: [Nodemailer({ server: { sendMail }, from: "Projects <no-reply@projects.example>" })],
  session: { revocation: {} },
  organizations: Organizations({ access }),
  theme: { name: "Projects" },
});
export const { handlers, readMembership: readMembership } = NextAuth(app);
export const team = app.organizations;

/** A result. A refusal leads to a proof, to the page for unknown paths, or back to say why. */
export function granted<T extends { ok: true }>(slug: string, result: T | Refusal): T {
  if (result.ok) return result;
  if (result.location) redirect(result.location);
  if (result.status === 404) notFound();
  redirect(`/teams/${slug}?refused=${result.reason}`);
}

/** The membership of the visitor, read for this request; anyone else is led on, or gets 404. */
export const memberOf = (slug: string) => readMembership(slug, { redirectTo: `/teams/${slug}` });

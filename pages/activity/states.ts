/**
 * The pages of the audit log in every state that looks different.
 *
 * @module
 */

import { AT, EMAIL, type PageStates, shown } from "../../src/tools/gallery/sample.ts";
import { SHELL } from "../organizations/states.ts";
import { activityEnglish } from "./english.ts";
import type { ActivityKind, ActivityProps } from "./step.ts";
import { activityPart } from "./view.tsx";

const PAGE = "/auth/organization/analytical-engine/activity";

const ADA = { name: "Ada Lovelace" };

/** Activity of organizations and of accounts. */
export const activity: PageStates = shown<ActivityProps>(activityPart, {
  "activity": {
    step: "organization",
    formAction: PAGE,
    csrfToken: "token-1",
    organization: { name: "Analytical Engine Works of London" },
    entries: [
      { kind: "roleChanged", at: AT, who: { name: "Charles Babbage" }, by: ADA },
      { kind: "invited", at: AT, by: ADA },
      { kind: "connectionUpdated", at: AT, who: ADA, by: { is: "link" } },
      { kind: "memberAdded", at: AT, who: { name: EMAIL }, by: { is: "app" } },
      { kind: "left", at: AT, who: { is: "deleted" } },
      { kind: "memberRemoved", at: AT, who: { is: "outside" }, by: { is: "deleted" } },
    ],
    nextUrl: `${PAGE}?after=2`,
    previousUrl: PAGE,
    shell: { ...SHELL, links: [...SHELL.links, { url: PAGE, label: "Activity" }] },
  },
  "activity-none": {
    step: "own",
    formAction: "/auth/activity",
    entries: [],
    accountUrl: "/auth/account",
  },
  "activity-too-many": {
    step: "own",
    formAction: "/auth/activity",
    entries: [],
    isTooMany: true,
    accountUrl: "/auth/account",
  },
  // None of the entries of this page is shown.
  "activity-none-yet": {
    step: "own",
    formAction: "/auth/activity",
    entries: [],
    nextUrl: "/auth/activity?after=2",
    accountUrl: "/auth/account",
  },
  "activity-own": {
    step: "own",
    formAction: "/auth/activity",
    // Every kind, since each has words of its own.
    entries: (Object.keys(activityEnglish.kinds) as ActivityKind[]).map((kind, index) => ({
      ...{ kind, at: AT },
      ...index === 1 ? { by: { name: "Charles Babbage" } } : {},
      ...kind.startsWith("acting") ? { by: { is: "operator", name: "Support" } as const } : {},
      ...index % 3 ? { browser: "Firefox", system: "Windows" } : { browser: null, system: null },
    })),
    accountUrl: "/auth/account",
  },
});

/**
 * The pages of organizations in every state that looks different.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import { keyEnglish } from "../keys/english.ts";
import { invitationPart, listPart, organizationPart, refusedPart, settingsPart } from "./mod.ts";
import type {
  InvitationProps,
  InvitationQuestion,
  OrganizationList,
  OrganizationMembers,
  OrganizationProps,
  OrganizationRefused,
  OrganizationSettingsProps,
  OrganizationShell,
  ShownMember,
} from "./step.ts";
import { AT, EMAIL, type PageStates, shown } from "../../src/tools/gallery/sample.ts";

const PAGE = "/auth/organization/analytical-engine";
const LIST_URL = "/auth/organizations";
const csrfToken = "token-1";

/** A logo: a dark wheel on a bright ground, as bytes of this file. */
export const LOGO = "data:image/svg+xml," + encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="#ffd166"/>' +
    '<circle cx="24" cy="24" r="13" fill="none" stroke="#073b4c" stroke-width="7" stroke-dasharray="6 4"/></svg>',
);

/** What is around the pages of an organization, for an owner. */
export const SHELL: OrganizationShell = {
  account: "Ada Lovelace",
  accountUrl: "/auth/account",
  signOutAction: "/auth/signout",
  logo: LOGO,
  others: [{ name: "Difference", url: "/auth/organization/difference" }],
  listUrl: LIST_URL,
  membersUrl: PAGE,
  settingsUrl: `${PAGE}/settings`,
  links: [
    { url: `${PAGE}/sign-in`, label: "Single sign-on" },
    { url: `${PAGE}/keys`, label: "API keys" },
  ],
};

const organization = {
  name: "Analytical Engine Works of London",
  slug: "analytical-engine",
  role: "owner",
  url: PAGE,
  logo: LOGO,
};

const LIST: OrganizationList = {
  step: "list",
  formAction: LIST_URL,
  csrfToken,
  organizations: [
    { ...organization, since: AT },
    { name: "Difference", slug: "difference", role: "admin", since: AT, url: "/auth/difference" },
  ],
  create: { name: "", slug: "" },
  accountUrl: "/auth/account",
  done: "deleted",
};

const member = (id: string, own: Partial<ShownMember>): ShownMember => ({
  id,
  name: "",
  email: `${id}@analytical-engine.example`,
  role: "member",
  since: AT,
  isManaged: false,
  isSelf: false,
  url: `${PAGE}?step=member&id=${id}`,
  changes: ["role", "removal"],
  ...own,
});

const CHARLES = member("charles", { name: "Charles Babbage", role: "admin" });
const MARY = member("mary.fairfax.somerville", { isManaged: true, changes: ["removal"] });

const MEMBERS: OrganizationMembers = {
  step: "members",
  formAction: PAGE,
  csrfToken,
  organization,
  members: [
    member("1", {
      name: "Ada Lovelace",
      email: EMAIL,
      role: "owner",
      isSelf: true,
      url: undefined,
      changes: [],
    }),
    CHARLES,
    MARY,
  ],
  count: 2431,
  list: {
    query: "",
    sort: "newest",
    sorts: ["newest", "name"],
    findsAddresses: true,
    search: "index",
  },
  nextUrl: `${PAGE}?after=2`,
  invitations: [
    { id: "1", email: "grace.brewster.murray.hopper@navy.example", role: "guest", expires: AT },
  ],
  invite: { roles: ["owner", "admin", "member", "guest"], email: "", role: "member" },
  leaveUrl: `${PAGE}?step=leave`,
  settingsUrl: `${PAGE}/settings`,
  listUrl: LIST_URL,
  shell: SHELL,
  done: "invited",
};

/** With the link to API keys, whose label is in the language of the page. */
const withKeys = (members: OrganizationMembers) => (wording: Wording): OrganizationMembers => {
  const { row } = textsIn(keyEnglish, wording, ({ keys }) => keys);
  return { ...members, links: [{ url: `${PAGE}/keys`, label: row.heading }] };
};

const HERE = { formAction: `${PAGE}/settings`, csrfToken, organization };

const QUESTION: InvitationQuestion = {
  step: "ask",
  formAction: "/auth/invitation",
  csrfToken,
  organization: organization.name,
  logo: LOGO,
  role: "admin",
  inviter: "Charles Babbage",
  address: "a…@analytical-engine.example",
  fields: { token: "1" },
};

/** Organizations, their settings, and invitations. */
export const organizations: PageStates = {
  ...shown<OrganizationList>(listPart, {
    organizations: LIST,
    "organizations-first": {
      ...LIST,
      organizations: [],
      done: undefined,
      create: { name: "Engine", slug: "Engine 1" },
      fault: { field: "slug" },
    },
    "organizations-invited": {
      ...LIST,
      organizations: [],
      done: undefined,
      invitations: [{
        id: "1",
        organization: organization.name,
        role: "admin",
        inviter: "Charles Babbage",
        expires: AT,
      }],
    },
    "organizations-stale": { ...LIST, done: undefined, proofUrl: "/auth/signin" },
  }),
  ...shown<OrganizationProps>(organizationPart, {
    organization: withKeys(MEMBERS),
    "organization-refused": withKeys({
      ...MEMBERS,
      done: undefined,
      isOnlyOwner: true,
      leaveUrl: undefined,
      fault: { reason: "role-beyond-own" },
    }),
    "organization-answers": {
      ...MEMBERS,
      done: undefined,
      invite: {
        ...MEMBERS.invite!,
        email: "grace@\nannabella.milbanke@analytical-engine.example",
        answers: [
          { email: EMAIL, answer: "already-member" },
          { email: "grace.brewster.murray.hopper@navy.example", answer: "already-invited" },
          { email: "luigi.menabrea@torino.example", answer: "invited" },
          { email: "grace@", answer: "address" },
          { email: "annabella.milbanke@analytical-engine.example", answer: "too-many" },
        ],
      },
    },
    "organization-limited": {
      ...MEMBERS,
      ...{ done: undefined, nextUrl: undefined },
      list: { ...MEMBERS.list, query: "charles", isLimited: true },
    },
    "organization-invite-wrong": { ...MEMBERS, done: undefined, fault: { field: "emails" } },
    "organization-search": {
      ...MEMBERS,
      ...{ done: undefined, isMore: true, count: 10_000, members: [CHARLES] },
      list: { ...MEMBERS.list, query: "charles", search: "scan", isPartial: true },
      previousUrl: `${PAGE}?query=charles`,
    },
    "organization-nobody": {
      ...MEMBERS,
      ...{ done: undefined, members: [], nextUrl: undefined },
      list: { ...MEMBERS.list, query: "zoe" },
    },
    "organization-search-wrong": {
      ...MEMBERS,
      done: undefined,
      list: { ...MEMBERS.list, query: "x".repeat(101), sorts: ["newest"] },
      fault: { field: "query" },
    },
    "organization-by-name": {
      ...MEMBERS,
      done: undefined,
      list: { ...MEMBERS.list, sort: "name" },
      previousUrl: PAGE,
    },
    "organization-guest": {
      step: "members",
      formAction: PAGE,
      organization: { ...organization, role: "guest" },
      members: MEMBERS.members.map((one) => ({ ...one, url: undefined })),
      count: 3,
      list: { ...MEMBERS.list, findsAddresses: false },
      leaveUrl: `${PAGE}?step=leave`,
      listUrl: LIST_URL,
      shell: { account: EMAIL, others: [], listUrl: LIST_URL, membersUrl: PAGE, links: [] },
      done: "joined",
    },
    "organization-member": {
      ...HERE,
      step: "member",
      member: CHARLES,
      roles: ["owner", "admin", "member", "guest"],
      removeUrl: `${PAGE}?step=remove&id=charles`,
      transferUrl: `${PAGE}/settings?step=transfer`,
    },
    "organization-member-managed": {
      ...HERE,
      step: "member",
      member: MARY,
      roles: [],
      removeUrl: `${PAGE}?step=remove&id=mary`,
    },
    "organization-remove": { ...HERE, step: "remove", member: CHARLES },
    "organization-leave": { ...HERE, step: "leave", fault: { reason: "last-owner" } },
  }),
  ...shown<OrganizationSettingsProps>(settingsPart, {
    "organization-settings": {
      ...HERE,
      step: "list",
      policy: [
        { name: "methods", list: ["mfa"] },
        { name: "domains", list: ["analytical-engine.example", "difference.example"] },
        { name: "proofMaxAge", seconds: 43_200 },
      ],
      urls: Object.fromEntries(
        ["name", "slug", "logo", "policy", "transfer", "delete"].map((view) => [
          view,
          `${PAGE}/settings?${view}`,
        ]),
      ),
      shell: SHELL,
      done: "updated",
    },
    "organization-name": { ...HERE, step: "name", value: organization.name },
    "organization-slug": {
      ...HERE,
      step: "slug",
      value: "difference",
      fault: { reason: "slug-taken" },
    },
    "organization-logo": { ...HERE, step: "logo" },
    "organization-logo-wrong": {
      ...HERE,
      step: "logo",
      organization: { ...organization, logo: undefined },
      fault: { field: "logo" },
    },
    "organization-policy": {
      ...HERE,
      step: "policy",
      needsTwoSteps: true,
      domains: "analytical-engine.example difference",
      fault: { field: "domains", entry: "difference" },
    },
    "organization-transfer": {
      ...HERE,
      step: "transfer",
      members: [CHARLES],
      chosen: "charles",
      roles: ["admin", "member", "guest"],
      becomes: "admin",
    },
    "organization-delete": {
      ...HERE,
      step: "delete",
      typed: "Engine",
      fault: { field: "name" },
    },
  }),
  ...shown<InvitationProps>(invitationPart, {
    invitation: QUESTION,
    "invitation-sign-in": {
      ...QUESTION,
      step: "sign-in",
      signinUrl: "/auth/signin",
      signupUrl: "/auth/signup",
    },
    "invitation-other": {
      ...QUESTION,
      step: "other",
      inviter: null,
      account: EMAIL,
      signOutAction: "/auth/signout",
    },
    "invitation-unproven": {
      ...QUESTION,
      step: "unproven",
      account: EMAIL,
      signOutAction: "/auth/signout",
    },
    "invitation-ended": { step: "ended", formAction: "/auth/invitation" },
  }),
  ...shown<OrganizationRefused>(refusedPart, {
    "organization-closed": { step: "refused", reason: "provider-required", listUrl: LIST_URL },
    "organization-role": {
      ...{ step: "refused", reason: "forbidden", listUrl: LIST_URL },
      organization: { name: organization.name, url: PAGE },
    },
  }),
};

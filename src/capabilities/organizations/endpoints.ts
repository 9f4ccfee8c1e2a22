/**
 * Pages of organizations, and where they are. Their code is loaded at the first request.
 *
 * @module
 */

import { answerProgram } from "../../core/answer_program.ts";
import type { Endpoint } from "../../types/internal.ts";
import { LOGO_BYTES, LOGO_PATH } from "./kinds.ts";

/** The endpoints. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    kind: "ambient",
    path: "organizations",
    methods: ["GET", "POST"],
    isCounted: true,
    load: async () => (await import("./list_page.ts")).listPage,
  },
  {
    kind: "ambient",
    path: "organization/{slug}",
    methods: ["GET", "POST"],
    isCounted: true,
    load: async () => (await import("./organization_page.ts")).organizationPage,
  },
  {
    kind: "ambient",
    path: "organization/{slug}/settings",
    methods: ["GET", "POST"],
    isCounted: true,
    file: { field: "logo", bytes: LOGO_BYTES },
    load: async () => (await import("./settings_page.ts")).settingsPage,
  },
  {
    kind: "explicit",
    answer: answerProgram,
    path: `${LOGO_PATH}/{id}`,
    methods: ["GET", "HEAD"],
    load: async () => ({ GET: (await import("./logo.ts")).logoImage }),
  },
  {
    kind: "ambient",
    path: "invitation",
    methods: ["GET", "POST"],
    isCounted: true,
    load: async () => (await import("./invitation_page.ts")).invitationPage,
  },
];

/**
 * The page for the code of another device in every state that looks different.
 *
 * @module
 */

import { devicePart } from "./device.ts";
import type { DeviceEntry, DeviceProps, DeviceQuestion } from "./device_step.ts";
import { EMAIL, shown } from "../../src/tools/gallery/sample.ts";

const ENTER: DeviceEntry = {
  step: "enter",
  formAction: "/auth/device",
  csrfToken: "token-1",
  userCode: "",
};

const ASK: DeviceQuestion = {
  step: "ask",
  formAction: "/auth/device",
  csrfToken: "token-1",
  userCode: "WDJB-MJHT",
  client: "Analytical Engine Console",
  isStranger: false,
  access: [
    { resource: null, scopes: ["openid", "profile"] },
    { resource: "Projects", scopes: ["Read projects", "Change projects"] },
  ],
  organizations: [],
  device: "Acme CLI",
  address: "203.0.113.7",
  place: "Lisbon, Portugal",
  account: EMAIL,
  signOutAction: "/auth/signout",
};

/** The form, the question and the end. */
export const device = shown<DeviceProps>(devicePart, {
  device: ENTER,
  "device-unknown": { ...ENTER, userCode: "WDJB-MJHX", fault: "unknown" },
  "device-ask": ASK,
  "device-ask-little": {
    ...ASK,
    isStranger: true,
    client: "A television with a name that is so long that it does not fit on one line of the card",
    access: [{ resource: null, scopes: ["openid"] }],
    organizations: [{ id: "org-1", name: "Analytical Engines" }, { id: "org-2", name: "Looms" }],
    device: null,
    address: null,
    place: undefined,
  },
  "device-allowed": { step: "allowed", formAction: "/auth/device" },
  "device-denied": { step: "denied", formAction: "/auth/device" },
});

/**
 * Input of the page on which users type the code of another device.
 *
 * @module
 */

import type { OAuthQuestion, ShownAccess } from "./step.ts";

/** Members that all steps have. */
export interface DevicePageProps {
  /** Token for forms, which names the visitor. */
  csrfToken?: string | undefined;
  /** Target of the forms. */
  formAction: string;
}

/** The form for the code: its field is `user_code`, and `step` is `open`. */
export interface DeviceEntry extends DevicePageProps {
  /** The form. */
  step: "enter";
  /** The code, as it was typed, or as the device put it into the URL. */
  userCode: string;
  /** `"unknown"` for a code that does not count. */
  fault?: "unknown" | undefined;
}

/** The question: the field `step` of the form is `allow` or `deny`. */
export interface DeviceQuestion extends DevicePageProps {
  /** The question. */
  step: "ask";
  /** The code, which the device shows too. */
  userCode: string;
  /** Name of the app. */
  client: string;
  /** `true` when the name is a claim of the app itself. */
  isStranger: boolean;
  /** Name of the organization whose app it is; absent for one of the app, and for strangers. */
  maker?: string | undefined;
  /** The access that it asks for. */
  access: readonly ShownAccess[];
  /** Organizations of which the field `organization` names one; empty where there is no choice. */
  organizations: OAuthQuestion["organizations"];
  /** Program or browser of the device; `null` when it does not say. */
  device: string | null;
  /** Network address of the device; `null` when it is not known. */
  address: string | null;
  /** Place of the address; absent when the app does not know it. */
  place?: string | undefined;
  /** Address or name of the user who is signed in. */
  account: string;
  /** Target of the form that signs out, and leads back. */
  signOutAction: string;
}

/** The end. */
export interface DeviceEnd extends DevicePageProps {
  /** The decision of the user. */
  step: "allowed" | "denied";
}

/** Input of the page. */
export type DeviceProps = DeviceEntry | DeviceQuestion | DeviceEnd;

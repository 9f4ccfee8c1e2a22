/**
 * The steps of a flow: the data of the built-in pages as JSON has them.
 *
 * @module
 */

import type { AccountProps } from "../../pages/account/step.ts";
import type { AddressProps } from "../../pages/address/step.ts";
import type { ConnectionProps } from "../../pages/connections/step.ts";
import type { ActivityProps } from "../../pages/activity/step.ts";
import type { DeveloperAppProps } from "../../pages/oauth_server/developer_step.ts";
import type { DeviceProps } from "../../pages/oauth_server/device_step.ts";
import type { FactorsProps } from "../../pages/factor/factors_step.ts";
import type { FactorProps } from "../../pages/factor/step.ts";
import type { KeyProps } from "../../pages/keys/step.ts";
import type { NativeProps } from "../../pages/native/step.ts";
import type { OperatorProps } from "../../pages/operators/step.ts";
import type { AppsProps, OAuthProps } from "../../pages/oauth_server/step.ts";
import type { OrganizationKeyProps } from "../../pages/keys/organization_step.ts";
import type {
  InvitationProps,
  OrganizationList,
  OrganizationProps,
  OrganizationRefused,
  OrganizationSettingsProps,
} from "../../pages/organizations/step.ts";
import type { PasswordProps } from "../../pages/password/step.ts";
import type { PageProvider } from "../../pages/provider_step.ts";
import type { StepParts } from "../../pages/parts_step.ts";
import type { PageTexts, Texts } from "../types/texts.ts";
import type { EmailPurpose } from "../types/entities.ts";

/** Data as JSON has it: times are ISO 8601 texts in UTC. */
export type Sent<T> = T extends Date ? string
  : T extends object ? { [Member in keyof T]: Sent<T[Member]> }
  : T;

/** The data of a page with the name of the step: that of the page, a colon, and its state. */
export type StepOf<Name extends string, Props> = Props extends { step: infer State extends string }
  ? Sent<Omit<Props, "step">> & {
    /** Name of the step. */
    step: `${Name}:${State}`;
  }
  : never;

/** Members that every step has. */
export interface FlowForm {
  /** Target of the form of the step; absent for a step without one. */
  formAction?: string | undefined;
  /** Hidden fields of that form. `submit` adds them. */
  fields?: Readonly<Record<string, string>> | undefined;
  /** Token of every form. `submit` adds it. */
  csrfToken?: string | undefined;
  /** URL to go to at the end. `submit` adds it. */
  callbackUrl?: string | undefined;
  /** Name of the failure that led to the step. */
  error?: string | undefined;
  /** URL of the first step of a sign-in. */
  signinUrl?: string | undefined;
}

/** Asks who signs in or up, and then for the password. */
export interface SignInStep extends FlowForm {
  /** Name of the step. */
  step: "signin" | "signin:password" | "signup";
  /** Ways to sign in, with the targets of their forms. */
  providers: readonly PageProvider[];
  /** Id of the provider that was used last in this browser. */
  lastProvider?: string | undefined;
  /** Address or name of the user who is signed in already. */
  user?: string | undefined;
  /** `true` when that user proves again who it is. */
  isSignedIn?: boolean | undefined;
  /** Address of that user. */
  email?: string | undefined;
  /** What was typed before, without secrets, and the provider whose form it was. */
  typed?: { provider: string; fields: Readonly<Record<string, string>> } | undefined;
  /** Details of `error`. */
  code?: string | undefined;
  /** URL of the first step, from the second one. */
  changeUrl?: string | undefined;
  /** URL of the step for new accounts; absent when there is none. */
  signupUrl?: string | undefined;
}

/** Waits for a link or a code of an email. */
export interface EmailStep extends FlowForm {
  /** Name of the step. */
  step: "verify-request";
  /** Address that the email went to; absent in a browser that waits for none. */
  email?: string | undefined;
  /** What the email is for. */
  purpose?: EmailPurpose | undefined;
  /** Number of codes that may still be tried. */
  triesLeft?: number | undefined;
  /** Number of digits of the code; absent without one. */
  codeLength?: number | undefined;
  /** Target of the form with `email` that sends another email. */
  resendAction?: string | undefined;
  /** Seconds until another one can be sent. */
  secondsToResend?: number | undefined;
}

/** Asks for no more than a click, or says what went wrong. */
export interface PlainStep extends FlowForm {
  /** Name of the step. */
  step: "confirm" | "connect" | "signout" | "error";
  /** Details of `error`: `InvalidCheck` for a sign-in that took too long. */
  code?: string | undefined;
  /** Text of the step about a failure and of its log line. */
  reference?: string | undefined;
  /** Address that is signed in to, where this service has signed it. */
  email?: string | undefined;
  /** The provider whose account is offered for connection. */
  providers?: readonly PageProvider[] | undefined;
}

/** Any step. */
export type FlowStep =
  | SignInStep
  | EmailStep
  | PlainStep
  | (
    & FlowForm
    & (
      | StepOf<"factor", FactorProps>
      | StepOf<"factors", FactorsProps>
      | StepOf<"password", PasswordProps>
      | StepOf<"account", AccountProps>
      | StepOf<"address", AddressProps>
      | StepOf<"organizations", OrganizationList>
      | StepOf<"organization", OrganizationProps | OrganizationRefused>
      | StepOf<"organization-settings", OrganizationSettingsProps>
      | StepOf<"invitation", InvitationProps>
      | StepOf<"keys", KeyProps>
      | StepOf<"organization-keys", OrganizationKeyProps>
      | StepOf<"connections", ConnectionProps>
      | StepOf<"native", NativeProps>
      | StepOf<"operators", OperatorProps>
      | StepOf<"developer-apps", DeveloperAppProps>
      | StepOf<"activity", ActivityProps>
      | StepOf<"device", DeviceProps>
      | StepOf<"oauth", OAuthProps>
      | StepOf<"apps", AppsProps>
    )
  );

/** The state of a flow. */
export type FlowState =
  & (
    | FlowStep
    | {
      /** The first step has not been loaded. */
      step: "loading";
    }
    | {
      /** The flow has ended, or leads to a page that the app does not draw. */
      step: "done";
      /** URL that the browser goes to. */
      url: string;
    }
  )
  & {
    /** `true` while the service is asked. */
    isBusy: boolean;
    /**
     * What was typed into the form of the step before a sign-in or a proof was asked for, by the names
     * of its fields: fill them in. Secrets are not kept, and it is told once.
     *
     * @since 0.3.0
     */
    refill?: Readonly<Record<string, string>> | undefined;
    /**
     * Name of a failure. `Unreachable` when the service gave no answer, `BadRequest` when it
     * refused the request, `MissingCSRF` when the browser keeps no cookies, `VisitorChanged` when another user is
     * signed in than the one for whom the step was shown, and nothing was changed; those of passkeys
     * are the type `PasskeyErrorCode` of `@x/auth/client/webauthn`.
     */
    error?: string | undefined;
    /** Seconds after which a request that came too often can be sent again. */
    retryAfter?: number | undefined;
  };

/** The texts of each page, by the name of its step before the colon. */
export interface StepTexts {
  /** Second factor of a sign-in. */
  factor: Texts["factor"];
  /** Second factors of a user. */
  factors: Texts["factors"];
  /** Passwords. */
  password: Texts["password"];
  /** The account. */
  account: Texts["account"];
  /** Addresses. */
  address: Texts["address"];
  /** Organizations of a user. */
  organizations: Texts["organizations"];
  /** An organization. */
  organization: Texts["organizations"];
  /** Its settings. */
  "organization-settings": Texts["organizations"];
  /** An invitation. */
  invitation: Texts["organizations"];
  /** API keys of a user. */
  keys: Texts["keys"];
  /** API keys of an organization. */
  "organization-keys": Texts["keys"];
  /** Single sign-on of an organization. */
  connections: Texts["connections"];
  /** Sign-in of a program. */
  native: Texts["native"];
  /** Users, the audit log and webhooks, for operators. */
  operators: Texts["operators"];
  /** Apps of an organization. */
  "developer-apps": Texts["developerApps"];
  /** What happened in an organization, and to an account. */
  activity: Texts["activity"];
  /** Code of another device. */
  device: Texts["device"];
  /** Apps that a user has let in. */
  apps: Texts["oauthServer"];
}

/** The texts of a step: those of its page, with `{slots}` for values. */
export type TextsOf<Step extends string> = Step extends (SignInStep | EmailStep | PlainStep)["step"]
  ? PageTexts
  : Step extends `${infer Page extends keyof StepTexts}:${string}` ? StepTexts[Page]
  : never;

/** A state with the texts of its step. */
export type WithTexts<State extends FlowState> = State extends
  { step: infer Step extends FlowStep["step"] } ? State & {
    /** The texts of the step. */
    texts: TextsOf<Step>;
  }
  : State;

/** A state with the elements of its step. */
export type WithParts<State extends FlowState> = State extends { step: FlowStep["step"] }
  ? State & StepParts
  : State;

/** The states of a flow with these options. */
export type StateFor<Options> = Options extends { texts: true } ? WithTexts<FlowState>
  : Options extends { parts: true } ? WithParts<FlowState>
  : FlowState;

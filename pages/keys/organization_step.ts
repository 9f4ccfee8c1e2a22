/**
 * Input of the page of an organization's API keys, and of its services.
 *
 * @module
 */

import type { OrganizationShell } from "../organizations/step.ts";
import type {
  KeyForm,
  KeyList,
  KeyMade,
  KeyPageProps,
  KeyQuestion,
  ShownKey,
  TypedKey,
} from "./step.ts";

/** Members that all steps have. */
export interface OrganizationOfKeys {
  /** The organization. */
  organization: {
    /** Name. */
    name: string;
    /** URL of its page. */
    url: string;
  };
}

/** A key of the organization, or of one of its services. */
export interface ShownOrganizationKey extends ShownKey {
  /** Name of the service that it is for; absent for the organization itself. */
  service?: string | undefined;
}

/** A service: a program of the organization, with keys of its own. */
export interface ShownService {
  /** Id. */
  id: string;
  /** Name. */
  name: string;
  /** Scopes that its keys may have. */
  scopes: readonly string[] | "all";
  /** Time at which it was made. */
  createdAt: Date;
  /** URLs of views. */
  urls: {
    /** The form for a key of it; absent where the role does not permit one. */
    key?: string | undefined;
    /** The question before the end; absent where the role does not permit it. */
    delete?: string | undefined;
  };
}

/** The keys of the organization and of its services, and the services. */
export interface OrganizationKeyList extends KeyList, OrganizationOfKeys {
  /** The keys, the newest first. */
  keys: readonly ShownOrganizationKey[];
  /** The services, by name; absent for a role that may not read them. */
  services?: readonly ShownService[];
  /** URL of the form for a new service; absent where the role does not permit one. */
  serviceUrl?: string | undefined;
  /** What is around the page. */
  shell: OrganizationShell;
}

/** The question before a key is rotated, or revoked. */
export interface OrganizationKeyQuestion extends KeyQuestion, OrganizationOfKeys {
  /** The key. */
  key: ShownOrganizationKey;
}

/** A key that was made just now: the only answer that has it. */
export interface OrganizationKeyMade extends KeyMade, OrganizationOfKeys {
  /** The facts that are kept about it. */
  key: ShownOrganizationKey;
}

/** The form for a key of a service. */
export interface ServiceKeyForm extends KeyPageProps, OrganizationOfKeys {
  /** A key of a service. */
  step: "service-key";
  /** The service. */
  service: ShownService;
  /** The form. */
  create: KeyForm;
}

/** The form for a new service. */
export interface ServiceForm extends KeyPageProps, OrganizationOfKeys {
  /** A new service. */
  step: "service";
  /** The form. */
  create: Pick<TypedKey, "name" | "scopes"> & Pick<KeyForm, "offered">;
}

/** The question before a service is deleted with its keys. */
export interface ServiceDeletion extends KeyPageProps, OrganizationOfKeys {
  /** The end of a service. */
  step: "service-delete";
  /** The service. */
  service: ShownService;
}

/** The page. */
export type OrganizationKeyProps =
  | OrganizationKeyList
  | OrganizationKeyQuestion
  | OrganizationKeyMade
  | ServiceKeyForm
  | ServiceForm
  | ServiceDeletion;

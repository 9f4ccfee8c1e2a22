/**
 * Texts of the page on which users type the code of another device.
 *
 * @module
 */

/** Texts of the page; `{client}` is the name of the app on the device. */
export interface DevicePageTexts {
  /** The form for the code. */
  enter: {
    /** Heading. */
    heading: string;
    /** Instruction. */
    text: string;
    /** Name of the field. */
    label: string;
    /** Button. */
    submit: string;
    /** Sentence about a code that does not count. */
    unknown: string;
  };
  /** The question. */
  ask: {
    /** Heading. */
    heading: string;
    /** Warning: the code must be that of the user's own device. */
    text: string;
    /** Name of the field with the code. */
    code: string;
    /** Name of the field with the program or browser of the device. */
    device: string;
    /** Name of the field with the network address of the device, or its place. */
    place: string;
    /** Name of the field with the address of the user. */
    account: string;
    /** Heading of the list of what the app may do. */
    scopes: string;
    /** Button that refuses. */
    deny: string;
    /** Button that allows. */
    allow: string;
    /** Button that signs out first. */
    another: string;
  };
  /** The end, when the user has allowed it. */
  allowed: {
    /** Heading. */
    heading: string;
    /** Sentence below it. */
    text: string;
  };
  /** The end, when the user has refused. */
  denied: {
    /** Heading. */
    heading: string;
    /** Sentence below it. */
    text: string;
  };
}

/**
 * Texts of the page on which users type the code of another device.
 *
 * @module
 */

/** Texts of the page. */
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
  /** The question; its other texts are those of an app that asks in the browser. */
  ask: {
    /** Warning: the code must be that of the user's own device. */
    text: string;
    /** Name of the field with the code. */
    code: string;
    /** Name of the field with the program or browser of the device. */
    device: string;
    /** Name of the field with the network address of the device, or its place. */
    place: string;
    /** Warning about an app that has made itself known. */
    stranger: string;
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

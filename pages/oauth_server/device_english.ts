// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the page on which users type the code of another device, in English.
 *
 * @module
 */

/** Texts of the page on which users type the code of another device. */
export const deviceEnglish = {
  /** The form for the code. */
  enter: {
    /** Heading. */
    heading: "Connect a device",
    /** Instruction. */
    text: "Enter the code that your device shows.",
    /** Name of the field. */
    label: "Code",
    /** Button. */
    submit: "Continue",
    /** Sentence about a code that does not count. */
    unknown: "This code is not valid, or has expired. Check it, or ask for a new one on your device.",
  },
  /** The question; its other texts are those of an app that asks in the browser. */
  ask: {
    /** Warning: the code must be that of the user's own device. */
    text: "Allow this only if your own device shows this code now, and you started it yourself. If someone sent you the code, deny it.",
    /** Name of the field with the code. */
    code: "Code on your device",
    /** Name of the field with the program or browser of the device. */
    device: "Device",
    /** Name of the field with the network address of the device, or its place. */
    place: "Location",
    /** Warning about an app that has made itself known. */
    stranger: "This app chose its own name, which isn’t verified.",
  },
  /** The end, when the user has allowed it. */
  allowed: {
    /** Heading. */
    heading: "Your device is connected",
    /** Sentence below it. */
    text: "You can go back to your device.",
  },
  /** The end, when the user has refused. */
  denied: {
    /** Heading. */
    heading: "Access denied",
    /** Sentence below it. */
    text: "The device gets no access to your account.",
  },
};

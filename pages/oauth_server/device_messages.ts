/**
 * Texts of the page on which users type the code of another device, in English.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import type { DevicePageTexts } from "../../src/types/device_texts.ts";

const english: DevicePageTexts = {
  enter: {
    heading: "Connect a device",
    text: "Enter the code that your device shows.",
    label: "Code",
    submit: "Continue",
    unknown:
      "This code is not valid, or has expired. Check it, or ask for a new one on your device.",
  },
  ask: {
    text:
      "Allow this only if your own device shows this code now, and you started it yourself. If someone sent you the code, deny it.",
    code: "Code on your device",
    device: "Device",
    place: "Where the device is",
    stranger: "This app chose its name itself, and the name was not checked.",
  },
  allowed: { heading: "Your device is connected", text: "You can go back to it now." },
  denied: { heading: "Access denied", text: "The device gets no access to your account." },
};

/** The texts of the page. */
export function deviceMessages(wording: Wording): DevicePageTexts {
  return textsIn(english, wording, ({ device }) => device);
}

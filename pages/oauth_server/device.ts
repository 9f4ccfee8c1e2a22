/**
 * The page on which users type the code of another device, loaded only where it is shown.
 *
 * @module
 */

import { fill } from "../../src/base/language.ts";
import type { DeviceProps } from "../../src/types/steps/device.ts";
import type { Part } from "../mod.ts";
import { deviceMessages } from "./device_messages.ts";
import { CSS, DevicePage } from "./device_page.tsx";
import { oauthServerMessages } from "./messages.ts";

/** The page. */
export const devicePart: Part<DeviceProps> = (props, frame, wording) => {
  const words = deviceMessages(wording);
  const { ask } = oauthServerMessages(wording);
  const heading = props.step === "ask"
    ? fill(ask.heading, { client: props.client })
    : words[props.step].heading;
  return {
    title: heading,
    hasError: props.step === "enter" && props.fault !== undefined,
    content: DevicePage({ props, frame, words, shared: ask, heading, wording }),
    css: CSS,
  };
};

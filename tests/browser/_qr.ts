/**
 * Reads the QR code in a screenshot.
 *
 * @module
 */

import jsqr from "jsqr";
import type { Locator, Page } from "playwright-core";

/**
 * The text of a QR code, as a camera would read it from the screen.
 *
 * @param canvas a page with scripts, which decodes the picture
 */
export async function readQr(code: Locator, canvas: Page): Promise<string | undefined> {
  const png = (await code.screenshot()).toString("base64");
  const { data, width, height } = await canvas.evaluate(`(async () => {
    const image = new Image();
    image.src = "data:image/png;base64,${png}";
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
    return { data: Array.from(data), width, height };
  })()`) as { data: number[]; width: number; height: number };
  return jsqr.default(Uint8ClampedArray.from(data), width, height)?.data;
}

import { assertEquals } from "@std/assert";
import { describeDevice, deviceOf } from "../../../src/base/device.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

const DEVICES: [device: string | null, browser: string | null, system: string | null][] = [
  [null, null, null],
  ["", null, null],
  ["curl/8.5.0", "curl", null],
  ["AcmeApp/42 CFNetwork/1494.0.7 Darwin/23.4.0", "AcmeApp", null],
  ["okhttp/4.12.0", "okhttp", null],
  ["Acme-App/2.1 (iPhone; iOS 18.5)", "Acme-App", "iOS"],
  ["Dalvik/2.1.0 (Linux; U; Android 15; Pixel 9)", null, "Android"],
  ["Mozilla/5.0 (X11; Linux x86_64) Unheard/1.0", null, "Linux"],
  ["Opera/9.80", "Opera", null],
  ["/1.0", null, null],
  ["Acme/latest", null, null],
  ["<b>Acme</b>/1", null, null],
  [`${"x".repeat(33)}/1`, null, null],
  ["__proto__/1", null, null],
  ["constructor/1", "constructor", null],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Firefox",
    "Windows",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36 Edg/138.0`,
    "Edge",
    "Windows",
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36`,
    "Chrome",
    "macOS",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
    "Version/18.5 Safari/605.1.15",
    "Safari",
    "macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like " +
    "Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari",
    "iOS",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
    "CriOS/138.0 Mobile/15E148 Safari/604.1",
    "Chrome",
    "iPadOS",
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/137.0.0.0 Safari/537.36 OPR/121.0`,
    "Opera",
    "Linux",
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36`,
    "Chrome",
    "ChromeOS",
  ],
  ["Acme CLI", "Acme CLI", null],
  ["Acme for Windows 2.1", "Acme for Windows 2.1", null],
  ["Acme (beta)", null, null],
  [" Acme", null, null],
  ["x".repeat(65), null, null],
  ["constructor __proto__ Mozilla/5.0 (X11; Linux x86_64)", null, "Linux"],
];

for (const [device, browser, system] of DEVICES) {
  Deno.test(`describeDevice() of ${device} is ${browser} on ${system}`, () => {
    assertEquals(describeDevice(device), { browser, system });
  });
}

Deno.test("deviceOf() keeps the first 256 characters", () => {
  const request = new Request("https://app.example", {
    headers: { "user-agent": "x".repeat(1000) },
  });
  assertEquals(deviceOf(request), "x".repeat(256));
  assertEquals(deviceOf(new Request("https://app.example")), null);
});

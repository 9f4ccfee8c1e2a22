/**
 * The page on which users type the code of another device, in Simplified Chinese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const device: Texts["device"] = {
  enter: {
    heading: "连接设备",
    text: "输入您的设备显示的代码。",
    label: "代码",
    submit: "继续",
    unknown: "此代码无效或已过期。请检查代码，或在设备上获取新代码。",
  },
  ask: {
    text:
      "仅当您自己的设备现在显示此代码，并且由您本人发起时才允许。如果代码是别人发给您的，请拒绝。",
    code: "您设备上的代码",
    device: "设备",
    place: "设备所在位置",
    stranger: "此应用的名称由其自行选择，未经核实。",
  },
  allowed: {
    heading: "您的设备已连接",
    text: "现在可以返回设备。",
  },
  denied: {
    heading: "已拒绝访问",
    text: "该设备无法访问您的账户。",
  },
};

/**
 * The page on which users type the code of another device, in Brazilian Portuguese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const device: Texts["device"] = {
  enter: {
    heading: "Conectar um dispositivo",
    text: "Insira o código que seu dispositivo mostra.",
    label: "Código",
    submit: "Continuar",
    unknown: "Este código não é válido ou expirou. Verifique-o ou peça um novo no seu dispositivo.",
  },
  ask: {
    text:
      "Permita somente se o seu próprio dispositivo mostra este código agora e você mesmo começou isto. Se alguém enviou o código a você, recuse.",
    code: "Código no seu dispositivo",
    device: "Dispositivo",
    place: "Onde está o dispositivo",
    stranger: "Este aplicativo escolheu o próprio nome, que não foi verificado.",
  },
  allowed: {
    heading: "Seu dispositivo está conectado",
    text: "Você já pode voltar a ele.",
  },
  denied: {
    heading: "O acesso foi recusado",
    text: "O dispositivo não recebe acesso à sua conta.",
  },
};

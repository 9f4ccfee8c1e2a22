/**
 * Pages of an authorization server, in Brazilian Portuguese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const oauthServer: Texts["oauthServer"] = {
  ask: {
    heading: "Dar acesso a {client}?",
    text: "Permita isto somente se você mesmo o começou no aplicativo.",
    account: "Sua conta",
    target: "Depois, o navegador volta para",
    access: "O aplicativo poderá fazer isto",
    own: "Sobre você",
    scopes: {
      openid: "Ver que é você quem entra",
      profile: "Ver seu nome e sua foto",
      email: "Ver seu endereço de e‑mail",
      offline_access: "Manter o acesso quando você não estiver presente",
    },
    organization: "Nesta organização",
    stranger:
      "Este aplicativo escolheu o próprio nome, que não foi verificado. O que ele souber vai para {target}.",
    loopback:
      "A resposta vai para um programa neste dispositivo. Qualquer programa pode usar este nome.",
    allow: "Permitir",
    deny: "Recusar",
    another: "Usar outra conta",
  },
  leave: {
    heading: "Ir para {target}?",
    text:
      "Um aplicativo que não foi verificado envia você para lá. Continue somente se conhecer o endereço.",
  },
  apps: {
    title: "Aplicativos com acesso",
    text:
      "Você deu a estes aplicativos acesso à sua conta. Você pode encerrá-lo a qualquer momento.",
    row: {
      heading: "Aplicativos com acesso",
      none: "Nenhum aplicativo tem acesso à sua conta.",
      open: "Gerenciar aplicativos",
    },
    given: "Acesso desde {date}",
    used: "Último uso em {date}",
    neverUsed: "Ainda não usado",
    end: {
      act: "Encerrar o acesso",
      actOf: "Encerrar o acesso: {client}",
      heading: "Encerrar o acesso de {client}?",
      text:
        "O aplicativo não poderá mais agir em seu nome. Para usá-lo de novo, você precisará dar acesso outra vez.",
      submit: "Encerrar o acesso",
    },
    ended: "O aplicativo não tem mais acesso.",
    unknown: "Este aplicativo não tem mais acesso.",
  },
};

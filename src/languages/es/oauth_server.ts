/**
 * Pages of an authorization server, in Spanish.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const oauthServer: Texts["oauthServer"] = {
  ask: {
    heading: "¿Dar acceso a {client}?",
    text: "Permita esto solo si lo ha empezado usted en la aplicación.",
    account: "Su cuenta",
    target: "Después, el navegador vuelve a",
    access: "La aplicación podrá hacer esto",
    own: "Sobre usted",
    scopes: {
      openid: "Ver que es usted quien inicia sesión",
      profile: "Ver su nombre y su foto",
      email: "Ver su dirección de correo electrónico",
      offline_access: "Conservar el acceso cuando usted no esté",
    },
    organization: "En esta organización",
    stranger:
      "Esta aplicación eligió su nombre, y nadie lo ha comprobado. Lo que averigüe se envía a {target}.",
    loopback:
      "La respuesta se envía a un programa de este dispositivo. Cualquier programa puede darse este nombre.",
    allow: "Permitir",
    deny: "Rechazar",
    another: "Usar otra cuenta",
  },
  leave: {
    heading: "¿Ir a {target}?",
    text:
      "Una aplicación que no se ha comprobado le envía allí. Continúe solo si conoce la dirección.",
  },
  apps: {
    title: "Aplicaciones con acceso",
    text:
      "Usted dio a estas aplicaciones acceso a su cuenta. Puede quitárselo en cualquier momento.",
    row: {
      heading: "Aplicaciones con acceso",
      none: "Ninguna aplicación tiene acceso a su cuenta.",
      open: "Gestionar aplicaciones",
    },
    given: "Acceso desde el {date}",
    used: "Último uso el {date}",
    neverUsed: "Todavía sin usar",
    end: {
      act: "Quitar el acceso",
      actOf: "Quitar el acceso: {client}",
      heading: "¿Quitar el acceso a {client}?",
      text:
        "La aplicación ya no podrá actuar en su nombre. Para volver a usarla, tendrá que darle acceso de nuevo.",
      submit: "Quitar el acceso",
    },
    ended: "La aplicación ya no tiene acceso.",
    unknown: "Esta aplicación ya no tiene acceso.",
  },
};

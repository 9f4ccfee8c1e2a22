/**
 * The page on which users type the code of another device, in Spanish.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const device: Texts["device"] = {
  enter: {
    heading: "Conectar un dispositivo",
    text: "Introduzca el código que muestra su dispositivo.",
    label: "Código",
    submit: "Continuar",
    unknown:
      "Este código no es válido o ha caducado. Compruébelo o pida uno nuevo en su dispositivo.",
  },
  ask: {
    text:
      "Permítalo solo si su propio dispositivo muestra este código ahora y lo ha empezado usted. Si alguien le ha enviado el código, rechácelo.",
    code: "Código en su dispositivo",
    device: "Dispositivo",
    place: "Dónde está el dispositivo",
    stranger: "Esta aplicación eligió su nombre, y nadie lo ha comprobado.",
  },
  allowed: {
    heading: "Su dispositivo está conectado",
    text: "Ya puede volver a él.",
  },
  denied: {
    heading: "Se ha rechazado el acceso",
    text: "El dispositivo no obtiene acceso a su cuenta.",
  },
};

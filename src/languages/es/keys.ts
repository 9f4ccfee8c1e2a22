/**
 * Page of API keys, in Spanish.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const keys: Texts["keys"] = {
  title: "Sus claves de API",
  text:
    "Con una clave, un programa puede actuar en su nombre. Dé a cada programa una clave propia.",
  row: {
    heading: "Claves de API",
    none: "No tiene ninguna clave de API.",
    open: "Gestionar claves de API",
  },
  created: "Creada el {date}",
  used: "Último uso el {date}",
  neverUsed: "Todavía sin usar",
  expires: "Válida hasta el {date}",
  endless: "No caduca",
  replaced: "Reemplazada, válida todavía hasta el {date}",
  all: "Todo lo que usted puede hacer",
  create: {
    heading: "Crear una clave",
    name: "Nombre",
    scopes: "La clave puede hacer lo siguiente",
    days: "Días de validez",
    submit: "Crear la clave",
  },
  made: {
    heading: "Su nueva clave",
    text: "Cópiela ahora y guárdela en un lugar seguro. No se volverá a mostrar.",
    key: "Clave de API",
    done: "Listo",
  },
  rotate: {
    act: "Reemplazar",
    actOf: "Reemplazar: {name}",
    heading: "¿Reemplazar {name}?",
    text:
      "Recibirá una clave nueva con los mismos permisos. La clave actual es válida hasta el {date}.",
    submit: "Crear la clave nueva",
  },
  revoke: {
    act: "Revocar",
    actOf: "Revocar: {name}",
    heading: "¿Revocar {name}?",
    text:
      "Los programas que tengan esta clave ya no podrán actuar en su nombre. Esta acción no se puede deshacer.",
    submit: "Revocar la clave",
  },
  done: {
    made: "Se ha creado la clave. Se ha mostrado una vez; si no la ha copiado, reemplácela.",
    revoked: "Se ha revocado la clave.",
  },
  reasons: {
    forbidden: "Usted mismo no puede hacer todo esto.",
    rotated: "Esta clave ya se ha reemplazado.",
    "too-many": "Tiene demasiadas claves. Revoque una que no necesite.",
    unknown: "Esta clave ya no existe.",
  },
  faults: {
    scopes: "Elija lo que puede hacer la clave.",
    expiresIn: "Introduzca un número de días de 1 a 3650.",
  },
};

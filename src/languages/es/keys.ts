/**
 * Pages of API keys, in Spanish.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page of a user's keys. */
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

/** Texts of the page of an organization's keys. */
export const organizationKeys: Texts["organizationKeys"] = {
  title: "Claves de API de {organization}",
  text:
    "Con una clave, un programa puede actuar en nombre de la organización. Las claves se conservan cuando se va la persona que las creó.",
  none: "La organización no tiene ninguna clave de API.",
  all: "Todo lo que la organización puede hacer",
  allOfService: "Todo lo que el servicio puede hacer",
  service: "Servicio: {name}",
  services: {
    heading: "Servicios",
    text:
      "Un servicio es un programa de la organización, como un servidor de compilación. Sus claves no pueden hacer más que el servicio.",
    add: "Crear un servicio",
    created: "Creado el {date}",
  },
  create: {
    heading: "Crear un servicio",
    scopes: "El servicio puede hacer lo siguiente",
    submit: "Crear el servicio",
  },
  key: {
    act: "Crear una clave",
    actOf: "Crear una clave: {name}",
    heading: "Crear una clave para {name}",
  },
  delete: {
    act: "Eliminar",
    actOf: "Eliminar: {name}",
    heading: "¿Eliminar {name}?",
    text: "Todas las claves del servicio terminan con él. Esta acción no se puede deshacer.",
    submit: "Eliminar el servicio",
  },
  revoke:
    "Los programas que tengan esta clave ya no podrán actuar en nombre de la organización. Esta acción no se puede deshacer.",
  done: {
    service: "Se ha creado el servicio. Todavía no tiene claves.",
    "service-deleted": "Se ha eliminado el servicio con sus claves.",
  },
  reasons: {
    "too-many": "La organización tiene demasiadas claves o servicios. Elimine lo que no necesite.",
    unknown: "Esta clave o este servicio ya no existe.",
  },
  scopes: "Elija lo que puede hacer el servicio.",
};

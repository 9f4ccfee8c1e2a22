/**
 * Spanish texts of the pages on which users manage their account.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** The texts. */
export const account: Pick<Texts, "account" | "factors"> = {
  account: {
    title: "Su cuenta",
    groups: {
      profile: "Perfil",
      security: "Seguridad",
      devices: "Dispositivos",
      connected: "Cuentas conectadas",
      data: "Datos",
    },
    status: {
      good: "Su cuenta está bien protegida.",
      better: "Añada la verificación en dos pasos. Solo lleva dos minutos.",
    },
    signOut: "Cerrar sesión",
    readOnly: "Está viendo la cuenta de otra persona. No puede cambiar nada.",
    done: {
      "name": "Se ha cambiado su nombre.",
      "linked": "Se ha conectado la cuenta.",
      "unlinked": "Se ha desconectado la cuenta.",
      "passkey-added": "Se ha añadido la llave de acceso.",
      "passkey-renamed": "Se ha cambiado el nombre de la llave de acceso.",
      "passkey-removed": "Se ha eliminado la llave de acceso.",
      "password-removed": "Se ha eliminado la contraseña.",
      "session-ended": "Se ha cerrado la sesión en ese dispositivo.",
      "sessions-ended": "Se ha cerrado la sesión en todos los demás dispositivos.",
    },
    open: {
      delete: "Eliminar",
      download: "Descargar",
      manage: "Gestionar",
      remove: "Eliminar",
      turnOn: "Activar",
    },
    name: {
      heading: "Nombre",
      none: "Aquí no tiene nombre.",
      title: "Cambiar su nombre",
      text: "Así se le llama aquí.",
      label: "Su nombre",
      save: "Guardar",
      invalid: "Use entre 1 y 64 caracteres visibles.",
    },
    address: {
      heading: "Dirección de correo",
      none: "No tiene dirección de correo.",
      confirmed: "Confirmada",
      open: "Sin confirmar",
      change: "Cambiar la dirección de correo",
      add: "Añadir una dirección de correo",
    },
    password: {
      heading: "Contraseña",
      since: "Establecida el {date}",
      none: "No tiene contraseña.",
      change: "Cambiar la contraseña",
      set: "Establecer una contraseña",
      remove: "Eliminar la contraseña",
    },
    passkeys: {
      heading: "Llaves de acceso",
      none: "No tiene llaves de acceso.",
      unnamed: "Llave de acceso",
      added: "Añadida el {date}",
      synced: "Sincronizada entre sus dispositivos",
      single: "Solo en un dispositivo",
      change: "Cambiar",
      changeOf: "Cambiar: {name}",
      add: "Añadir una llave de acceso",
      noScript: "Para añadir llaves de acceso se necesita JavaScript. Actívelo para añadir una.",
      unsupported: "Este navegador no puede usar llaves de acceso aquí.",
      errors: {
        failed: "No ha funcionado. Inténtelo de nuevo.",
        NotAllowedError: "No se ha añadido ninguna llave de acceso. Inténtelo de nuevo.",
        InvalidStateError: "Este dispositivo ya tiene una llave de acceso para esta cuenta.",
        SecurityError: "Las llaves de acceso no funcionan en esta dirección.",
        TooManyRequests: "Demasiados intentos. Espere un momento e inténtelo de nuevo.",
      },
    },
    factors: {
      heading: "Verificación en dos pasos",
      none:
        "La verificación en dos pasos está desactivada. Actívela para que una contraseña robada no baste para iniciar sesión.",
      count: { one: "Activada: {count} método.", other: "Activada: {count} métodos." },
      manage: "Gestionar la verificación en dos pasos",
    },
    accounts: {
      none: "No hay ninguna cuenta conectada.",
      unlink: "Desconectar",
      unlinkOf: "Desconectar {name}",
      link: "Conectar {name}",
      another: "Conectar otra cuenta",
      more: "Más opciones",
    },
    sessions: {
      device: "{browser} en {system}",
      unknownOn: "Navegador desconocido en {system}",
      unknown: "Navegador desconocido",
      current: "Este navegador",
      seen: "Último uso: {when}",
      active: "Activo ahora",
      signedIn: "Sesión iniciada el {date}",
      more: { one: "Mostrar {count} más", other: "Mostrar {count} más" },
      end: "Cerrar sesión",
      endOf: "Cerrar sesión: {name}",
      endOfAt: "Cerrar sesión: {name}, {place}",
      endOthers: "Cerrar sesión en los demás dispositivos",
    },
    copy: {
      heading: "Sus datos",
      text: "Descargue una copia de lo que se guarda sobre usted.",
      open: "Descargar sus datos",
    },
    removal: {
      heading: "Eliminar su cuenta",
      text: "Se elimina su cuenta con todo lo que contiene.",
      open: "Eliminar la cuenta",
    },
    one: {
      sessions: {
        heading: "¿Cerrar sesión en los demás dispositivos?",
        text: "Para usar su cuenta en ellos, tendrá que iniciar sesión de nuevo.",
        submit: "Cerrar sesión en los demás dispositivos",
      },
      passkey: {
        label: "Nombre de la llave de acceso",
        save: "Guardar",
        text:
          "Sin esta llave de acceso, iniciará sesión con sus otros métodos. Es posible que su dispositivo la conserve hasta que la elimine allí.",
        remove: "Eliminar la llave de acceso",
      },
      account: {
        heading: "¿Desconectar {name}?",
        text: "Después ya no podrá iniciar sesión con esta cuenta.",
        submit: "Desconectar",
      },
      password: {
        heading: "Eliminar la contraseña",
        text: "Después iniciará sesión con sus otros métodos.",
        submit: "Eliminar la contraseña",
      },
      export: {
        heading: "Descargar sus datos",
        text:
          "El archivo contiene lo que se guarda sobre usted, sus formas de iniciar sesión y sus dispositivos. No contiene contraseñas ni claves.",
        submit: "Descargar el archivo",
      },
      delete: {
        heading: "Eliminar su cuenta",
        text:
          "Esto no se puede deshacer. Su cuenta se elimina de inmediato, con todo lo que contiene:",
        textLater:
          "Se cerrará su sesión en todos los dispositivos. Hasta el {date} puede iniciar sesión y conservar su cuenta. Después se elimina, con todo lo que contiene:",
        gone: {
          profile: "Su nombre y su dirección de correo",
          ways: "Su contraseña, sus llaves de acceso y sus cuentas conectadas",
          data: "Todo lo que este sitio guarda con su cuenta",
        },
        label: "Para confirmar, escriba {text}",
        submit: "Eliminar la cuenta definitivamente",
        submitLater: "Eliminar la cuenta",
        different: "No coincide. Escriba {text}.",
        obstacles:
          "Usted es el único propietario de estas organizaciones. Antes de eliminar su cuenta, transfiéralas o elimínelas:",
      },
      stale: "Confirme primero su identidad.",
      prove: "Confirmar mi identidad",
      last: "Es su única forma de iniciar sesión. Añada otra antes de eliminarla.",
    },
    pending: {
      heading: "Su cuenta se eliminará el {date}",
      text: "Usted lo ha solicitado. Si conserva {account}, no se perderá nada.",
      keep: "Conservar mi cuenta",
      leave: "Cerrar sesión",
    },
    leaving: {
      heading: "Su cuenta se eliminará el {date}",
      text:
        "Se ha cerrado su sesión en todos los dispositivos. Si cambia de opinión, inicie sesión antes de ese día.",
      back: "Iniciar sesión y conservar la cuenta",
    },
    deleted: {
      heading: "Se ha eliminado su cuenta",
      text: "Todo lo que contenía se ha borrado y se ha cerrado su sesión.",
    },
  },
  factors: {
    title: "Verificación en dos pasos",
    isProtected:
      "La verificación en dos pasos está activada. El inicio de sesión se confirma con uno de estos métodos.",
    isOpen:
      "La verificación en dos pasos está desactivada. Actívela para que una contraseña robada no baste para iniciar sesión.",
    enrolled: "Sus métodos",
    added: "Añadido el {date}",
    used: "último uso: {date}",
    neverUsed: "todavía sin usar",
    left: { one: "queda {count} código", other: "quedan {count} códigos" },
    leftNone: "no queda ningún código",
    few: "Le quedan pocos códigos de recuperación. Cree otros nuevos.",
    change: "Cambiar",
    changeOf: "Cambiar: {name}",
    add: "Añadir un método",
    addOne: "Añadir: {name}",
    none:
      "Tras esta forma de iniciar sesión no puede añadir ningún método. Inicie sesión antes de otra forma.",
    hint:
      "Cree también códigos de recuperación. Sin ellos no podrá iniciar sesión si pierde su dispositivo.",
    stale: "Para cambiar sus métodos, confirme su identidad.",
    prove: "Confirmar mi identidad",
    done: {
      added: "Se ha añadido: {name}.",
      renamed: "Se ha cambiado el nombre.",
      removed: "Se ha eliminado el método.",
      needed:
        "La página que ha solicitado exige la verificación en dos pasos. En cuanto añada un método, irá a ella.",
      "reset-cancelled": "Se ha cancelado la eliminación. Sus métodos se mantienen.",
    },
    reset: {
      text:
        "Un administrador ha pedido eliminarlos todos. Se hará efectivo el {date} (UTC). Si usted no lo ha pedido, cancélelo.",
      cancel: "Cancelar la eliminación",
    },
    one: {
      name: "Nombre",
      rename: "Guardar",
      invalidName: "Use entre 1 y 64 caracteres visibles.",
      replace: "Crear otros nuevos",
      replaceText: "Los nuevos sustituyen a los que tiene.",
      remove: "Eliminar",
      removeText: "Ya no podrá verificarse con este método.",
      ask: "¿Eliminar {name}?",
      obstacles: {
        required:
          "Este sitio pide la verificación en dos pasos y este es su último método. Añada antes otro.",
        "locked-out":
          "Los demás métodos no pueden confirmar su forma de iniciar sesión, así que ya no podría entrar. Añada antes otro o elimine los demás.",
      },
      back: "Volver a la verificación en dos pasos",
    },
    codes: {
      heading: "Guarde sus códigos de recuperación",
      text:
        "Con ellos entra cuando no puede usar sus otros métodos. Guárdelos donde los encuentre sin este dispositivo. Cada uno funciona una sola vez. No se volverán a mostrar.",
      list: "Códigos de recuperación",
      save: "Descargar",
      print: "Imprimir",
      saved: "He guardado estos códigos",
      done: "Listo",
    },
  },
};

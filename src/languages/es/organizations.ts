/**
 * Pages of organizations, and emails about them, in Spanish.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the pages. */
export const organizations: Texts["organizations"] = {
  title: "Sus organizaciones",
  row: {
    heading: "Organizaciones",
    none: "No pertenece a ninguna organización.",
    open: "Gestionar organizaciones",
  },
  owner: "Propietario",
  none:
    "No pertenece a ninguna organización. Para unirse a una, abra el enlace de la invitación que reciba.",
  since: "Miembro desde el {date}",
  create: {
    heading: "Crear una organización",
    name: "Nombre",
    slug: "Nombre en las direcciones web",
    rules:
      "De 1 a 63 letras minúsculas, cifras y guiones. No puede empezar ni terminar con un guion.",
    submit: "Crear la organización",
  },
  members: {
    heading: "Miembros",
    you: "Usted",
    managed: "Gestionado por un directorio",
    more: "Más miembros",
    first: "Primeros miembros",
    settings: "Configuración",
    leave: "Abandonar la organización",
  },
  member: {
    role: "Rol",
    removeText: "Quien sea eliminado ya no podrá abrir lo que pertenece a la organización.",
    remove: "Eliminar de la organización",
    transfer: "Transferir la propiedad a este miembro",
  },
  invitations: {
    heading: "Invitaciones",
    invite: "Invitar por correo electrónico",
    submit: "Enviar la invitación",
    until: "Válida hasta el {date}",
    cancel: "Cancelar",
    cancelOf: "Cancelar: invitación para {email}",
  },
  leave: {
    heading: "¿Abandonar {organization}?",
    text: "Ya no podrá abrir lo que pertenece a ella. Para volver, necesitará una invitación.",
    submit: "Abandonar la organización",
  },
  settings: {
    title: "Configuración de {organization}",
    back: "Volver a {organization}",
    nameTitle: "Cambiar el nombre",
    slugTitle: "Cambiar el nombre en las direcciones web",
    slugText: "Los enlaces con el nombre actual dejarán de funcionar.",
    policy: "Reglas para iniciar sesión",
    policyNone: "Los miembros pueden iniciar sesión de cualquier manera.",
    demands: {
      methods: "Formas de verificación: {list}",
      providers: "Inicio de sesión con: {list}",
      domains: "Direcciones de correo en: {list}",
      proofMaxAge: "Nueva verificación después de: {time}",
      sessionMaxAge: "Nuevo inicio de sesión después de: {time}",
    },
  },
  transfer: {
    heading: "¿Transferir la propiedad?",
    text:
      "El nuevo propietario podrá hacer todo en {organization}, también eliminarle a usted. No podrá deshacerlo por su cuenta.",
    member: "Nuevo propietario",
    becomes: "Su rol desde entonces",
    submit: "Transferir la propiedad",
    none: "No hay ningún otro miembro. Invite primero a alguien.",
  },
  delete: {
    heading: "Eliminar {organization}",
    text: "Esta acción no se puede deshacer. La organización se elimina de inmediato, con:",
    gone: {
      members: "Todas las membresías, también la suya",
      invitations: "Todas las invitaciones",
      slug: "Su nombre en las direcciones web, que quedará libre para otros",
    },
    row: "Eliminar la organización",
    submit: "Eliminar la organización definitivamente",
  },
  invitation: {
    heading: "¿Unirse a {organization}?",
    text: "{inviter} le invita a ser miembro.",
    textOfApp: "Se le invita a ser miembro.",
    role: "Su rol",
    address: "Dirección invitada",
    accept: "Aceptar la invitación",
    signIn: "Inicie sesión con la dirección invitada. Después podrá aceptar la invitación.",
    another:
      "Ha iniciado sesión como {account}. Solo la dirección invitada puede aceptar: cierre sesión e iníciela con esa.",
    unproven:
      "Su cuenta no ha confirmado la dirección invitada. Confírmela y abra el enlace de nuevo.",
    ended: "Esta invitación ya no es válida",
    endedText: "Se usó o se canceló, o ha caducado. Pida una nueva a la organización.",
  },
  done: {
    created: "Se ha creado la organización.",
    updated: "Se ha guardado el cambio.",
    invited: "Se ha enviado la invitación.",
    cancelled: "Se ha cancelado la invitación.",
    role: "Se ha cambiado el rol.",
    removed: "Se ha eliminado el miembro.",
    left: "Ha abandonado la organización.",
    joined: "Ya es miembro.",
    transferred: "Se ha transferido la propiedad.",
    deleted: "Se ha eliminado la organización.",
  },
  refused: "Ahora no puede abrir esta organización",
  reasons: {
    "domain-not-allowed":
      "Su dirección de correo electrónico no es una de las de esta organización.",
    forbidden: "Su rol no lo permite.",
    "invitation-expired": "Esta invitación ya no es válida.",
    "invitation-other-address": "Esta invitación es para otra dirección de correo electrónico.",
    "inviter-lost-right":
      "La persona que le invitó ya no puede hacerlo. Pida una nueva invitación.",
    "last-owner": "Una organización necesita un propietario. Transfiera primero la propiedad.",
    "not-member": "Ese miembro ya no existe.",
    "proof-too-weak": "Verifique antes su identidad.",
    "provider-required": "Use el inicio de sesión de su organización.",
    "role-beyond-own": "Su rol no permite dar ni quitar este rol.",
    "session-too-old": "Inicie sesión de nuevo.",
    "slug-taken": "Otra organización tiene este nombre en las direcciones web. Elija otro.",
    "too-many": "Han sido demasiadas veces. Inténtelo más tarde.",
  },
  faults: {
    email: "Introduzca una dirección de correo electrónico.",
    slug: "Este nombre no se puede usar en las direcciones web.",
  },
};

/** Texts of the emails. */
export const organizationNotices: Texts["notices"]["organizations"] = {
  added: {
    subject: "Es miembro de {organization}",
    text: "Su rol es: {role}.",
    advice: "Si no conoce la organización, abandónela.",
    button: "Abrir la organización",
  },
  deleted: {
    subject: "Se ha eliminado {organization}",
    text: "Ya no es miembro y sus invitaciones a ella ya no son válidas.",
    advice: "Si tiene preguntas, consulte a los demás propietarios de la organización.",
    button: "Sus organizaciones",
  },
  invitation: {
    subject: "Le invitan a {organization}",
    text: "Su rol será: {role}. La invitación es para esta dirección y termina en 7 días.",
    advice: "Si no conoce la organización, ignore este correo.",
    button: "Ver la invitación",
  },
  "ownership-moved": {
    subject: "{organization} tiene otro propietario",
    text: "Su rol es ahora: {role}.",
    advice: "Si tiene preguntas, consulte a un propietario de la organización.",
    button: "Abrir la organización",
  },
  removed: {
    subject: "Ya no es miembro de {organization}",
    text: "Ya no puede abrir lo que pertenece a ella.",
    advice: "Si tiene preguntas, consulte a un propietario de la organización.",
    button: "Sus organizaciones",
  },
  "role-changed": {
    subject: "Su rol en {organization} ha cambiado",
    text: "Ahora es: {role}.",
    advice: "Si tiene preguntas, consulte a un propietario de la organización.",
    button: "Abrir la organización",
  },
};

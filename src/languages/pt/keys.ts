/**
 * Pages of API keys, in Brazilian Portuguese.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page of a user's keys. */
export const keys: Texts["keys"] = {
  title: "Suas chaves de API",
  text: "Com uma chave, um programa pode agir em seu nome. Dê a cada programa uma chave própria.",
  row: {
    heading: "Chaves de API",
    none: "Você não tem chaves de API.",
    open: "Gerenciar chaves de API",
  },
  created: "Criada em {date}",
  used: "Último uso em {date}",
  neverUsed: "Ainda não usada",
  expires: "Válida até {date}",
  endless: "Não expira",
  replaced: "Substituída, ainda válida até {date}",
  all: "Tudo o que você pode fazer",
  create: {
    heading: "Criar uma chave",
    name: "Nome",
    scopes: "A chave pode fazer isto",
    days: "Dias de validade",
    submit: "Criar a chave",
  },
  made: {
    heading: "Sua nova chave",
    text: "Copie-a agora e guarde-a em um lugar seguro. Ela não será mostrada de novo.",
    key: "Chave de API",
    done: "Concluir",
  },
  rotate: {
    act: "Substituir",
    actOf: "Substituir: {name}",
    heading: "Substituir {name}?",
    text: "Você recebe uma nova chave que pode fazer o mesmo. A atual é válida até {date}.",
    submit: "Criar a nova chave",
  },
  revoke: {
    act: "Revogar",
    actOf: "Revogar: {name}",
    heading: "Revogar {name}?",
    text:
      "Os programas que têm esta chave não poderão mais agir em seu nome. Isso não pode ser desfeito.",
    submit: "Revogar a chave",
  },
  done: {
    made: "A chave foi criada. Ela foi mostrada uma vez; se você não a copiou, substitua-a.",
    revoked: "A chave foi revogada.",
  },
  reasons: {
    forbidden: "Você mesmo não pode fazer tudo isso.",
    rotated: "Esta chave já foi substituída.",
    "too-many": "Você tem chaves demais. Revogue uma de que não precisa.",
    unknown: "Esta chave não existe mais.",
  },
  faults: {
    scopes: "Escolha o que a chave pode fazer.",
    expiresIn: "Digite um número de dias de 1 a 3650.",
  },
};

/** Texts of the page of an organization's keys. */
export const organizationKeys: Texts["organizationKeys"] = {
  title: "Chaves de API de {organization}",
  text:
    "Com uma chave, um programa pode agir em nome da organização. As chaves permanecem quando sai a pessoa que as criou.",
  none: "A organização não tem chaves de API.",
  all: "Tudo o que a organização pode fazer",
  allOfService: "Tudo o que o serviço pode fazer",
  service: "Serviço: {name}",
  services: {
    heading: "Serviços",
    text:
      "Um serviço é um programa da organização, como um servidor de compilação. As chaves dele não podem fazer mais do que o serviço.",
    add: "Criar um serviço",
    created: "Criado em {date}",
  },
  create: {
    heading: "Criar um serviço",
    scopes: "O serviço pode fazer isto",
    submit: "Criar o serviço",
  },
  key: {
    act: "Criar uma chave",
    actOf: "Criar uma chave: {name}",
    heading: "Criar uma chave para {name}",
  },
  delete: {
    act: "Excluir",
    actOf: "Excluir: {name}",
    heading: "Excluir {name}?",
    text: "Todas as chaves do serviço terminam com ele. Isso não pode ser desfeito.",
    submit: "Excluir o serviço",
  },
  revoke:
    "Os programas que têm esta chave não poderão mais agir em nome da organização. Isso não pode ser desfeito.",
  done: {
    service: "O serviço foi criado. Ele ainda não tem chaves.",
    "service-deleted": "O serviço foi excluído com as suas chaves.",
  },
  reasons: {
    "too-many": "A organização tem chaves ou serviços demais. Remova o que não é necessário.",
    unknown: "Esta chave ou este serviço não existe mais.",
  },
  scopes: "Escolha o que o serviço pode fazer.",
};

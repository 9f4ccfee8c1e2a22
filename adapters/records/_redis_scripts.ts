/**
 * The scripts of the store in Redis: each runs as one step on the server. All keys of a store have
 * its prefix in braces, so a cluster keeps them in one slot.
 *
 * `KEYS[1]` is the beginning of every key, and is never written: with a key that is missing, a
 * cluster refuses a script (`TRYAGAIN`) while it moves the slot key by key, in which it would find
 * some of the records only. It also tells a replica, where even its removal is refused.
 *
 * @module
 */

/** Index entries that a change removes at most when their records have expired. */
const MOST_PURGED = 10;

/** Entries of an index that one call looks at, at most, so that it holds the server for a moment. */
const MOST_LISTED = 2000;

/** The same where each is removed. */
const MOST_DELETED = 500;

/** Bytes of records after which a list ends, and goes on with another call. */
const MOST_BYTES = 1_000_000;

/** Milliseconds until what a `take` returned is forgotten; long enough to answer it again. */
const TAKEN_MS = 60_000;

/**
 * What all of them begin with. `ARGV[1]` is "1" until a call of the store has succeeded, `ARGV[2]`
 * the time. A record is the text `version:expiry:id of the call:owner`, a NUL, and its data: no owner
 * has a NUL, and no JSON.
 */
const BEGIN = `
local base, now = KEYS[1], tonumber(ARGV[2])

if ARGV[1] == '1' then
  local memory = redis.pcall('INFO', 'memory')
  if type(memory) == 'string' then
    local policy = string.match(memory, 'maxmemory_policy:([%w-]+)')
    local limit = string.match(memory, 'maxmemory:(%d+)')
    if policy and policy ~= 'noeviction' and limit ~= '0' then
      return redis.error_reply('EVICTS ' .. policy)
    end
  end
end

-- The record of an entry, which is its kind, a colon and its id.
local function read(entry)
  local value = redis.call('GET', base .. 'record:' .. entry)
  if not value then return nil end
  local version, expires, by, at = string.match(value, '^(%d+):(%-?%d*):([%w-]+):()')
  local stop = at and string.find(value, '\\0', at, true)
  if not stop then error('a key of the store holds no record of it') end
  local owner = string.sub(value, at, stop - 1)
  return { value = value, version = version, expires = tonumber(expires), by = by, owner = owner }
end

-- What has written nothing: a replica, which may lag behind, must not answer it. No script does this
-- before it writes, since after a command that removes something Redis no longer counts its memory.
local function unchanged(answer)
  local probe = redis.pcall('DEL', base)
  if type(probe) == 'table' and string.find(probe.err, 'READONLY', 1, true) then return probe end
  return answer
end

local function is_live(found)
  return found and (not found.expires or found.expires > now)
end

local function timed(owner, entry)
  return #owner .. ':' .. owner .. entry
end

local function unlist(owner, entry)
  redis.call('ZREM', base .. 'owner:' .. owner, entry)
  redis.call('ZREM', base .. 'expiring', timed(owner, entry))
end
`;

/** Answers what the server says of its disk and of its replicas. */
export const ABOUT = `
return {
  '=' .. redis.call('INFO', 'persistence'),
  '=' .. redis.call('INFO', 'replication'),
}
`;

/** Answers the record or "-". Arguments: the entry. */
export const GET = `${BEGIN}
local found = read(ARGV[3])
return unchanged(found and found.value or '-')
`;

/**
 * Answers 1 when this call has written the record, also when it did so before.
 *
 * Arguments: the entry, the owner or "", the expected version or "", the id of the call, the
 * version, the expiry or "", milliseconds until then, the data.
 */
export const PUT = `${BEGIN}
local entry, owner, expected, by, version, expires, left, data = unpack(ARGV, 3)
local found = read(entry)
if found and found.by == by then return unchanged(1) end
if (is_live(found) and found.version or '') ~= expected then return unchanged(0) end

-- Listed first: an entry without a record is harmless, a record that no list has is not.
if owner ~= '' then
  redis.call('ZADD', base .. 'owner:' .. owner, 0, entry)
  if expires ~= '' then
    redis.call('ZADD', base .. 'expiring', expires, timed(owner, entry))
  else
    redis.call('ZREM', base .. 'expiring', timed(owner, entry))
  end
end
local key = base .. 'record:' .. entry
local value = table.concat({ version, expires, by, owner .. '\\0' .. data }, ':')
if expires == '' then
  redis.call('SET', key, value)
else
  redis.call('SET', key, value, 'PX', left)
end
if found and found.owner ~= '' and found.owner ~= owner then unlist(found.owner, entry) end

local due = redis.call('ZRANGEBYSCORE', base .. 'expiring', '-inf', now, 'LIMIT', 0, ${MOST_PURGED})
for _, item in ipairs(due) do
  local length, at = string.match(item, '^(%d+):()')
  local from = at + tonumber(length)
  local old_owner, old_entry = string.sub(item, at, from - 1), string.sub(item, from)
  local old = read(old_entry)
  if old and old.owner == old_owner then redis.call('DEL', base .. 'record:' .. old_entry) end
  unlist(old_owner, old_entry)
end
return 1
`;

/**
 * Answers the record that this call has removed, now or before, or "-". Arguments: the entry, the
 * id of the call.
 */
export const TAKE = `${BEGIN}
local entry, taken = ARGV[3], base .. 'taken:' .. ARGV[4]
local before = redis.call('GET', taken)
if before then return unchanged(before) end
local found = read(entry)
if not found then return unchanged('-') end
redis.call('DEL', base .. 'record:' .. entry)
if found.owner ~= '' then unlist(found.owner, entry) end
redis.call('SET', taken, found.value, 'PX', ${TAKEN_MS})
return found.value
`;

/**
 * Answers "" or the entry after which the list goes on, then "=" with the id and the record for each.
 * Arguments: the owner, the kind, the id after which it begins or "", and the number of records.
 */
export const LIST = `${BEGIN}
local owner, kind, after, limit = unpack(ARGV, 3)
local from, to = '(' .. kind .. ':' .. after, '(' .. kind .. ';'
local answer, missing, bytes = { '' }, tonumber(limit), 0
for _ = 1, ${MOST_LISTED / 100} do
  local entries = redis.call('ZRANGEBYLEX', base .. 'owner:' .. owner, from, to, 'LIMIT', 0, 100)
  for _, entry in ipairs(entries) do
    from = '(' .. entry
    local found = read(entry)
    if is_live(found) and found.owner == owner then
      answer[#answer + 1] = '=' .. string.sub(entry, #kind + 2)
      answer[#answer + 1] = found.value
      missing, bytes = missing - 1, bytes + #found.value
      if missing == 0 then return unchanged(answer) end
      if bytes > ${MOST_BYTES} then
        answer[1] = from
        return unchanged(answer)
      end
    end
  end
  if #entries < 100 then return unchanged(answer) end
end
answer[1] = from
return unchanged(answer)
`;

/**
 * Answers the number of records that had not expired, and "" or the entry after which it goes on.
 * Arguments: the owner, the kind or "", the id that stays or "", and "" or that entry.
 */
export const DELETE_OWNER = `${BEGIN}
local owner, kind, except, from = unpack(ARGV, 3)
if from == '' then from = kind == '' and '-' or '[' .. kind .. ':' end
local to = kind == '' and '+' or '(' .. kind .. ';'
local entries = redis.call(
  'ZRANGEBYLEX', base .. 'owner:' .. owner, from, to, 'LIMIT', 0, ${MOST_DELETED})
local count = 0
for _, entry in ipairs(entries) do
  if string.match(entry, '^[^:]*:(.*)$') ~= except then
    local found = read(entry)
    if found and found.owner == owner then
      redis.call('DEL', base .. 'record:' .. entry)
      if is_live(found) then count = count + 1 end
    end
    unlist(owner, entry)
  end
end
if #entries == 0 then return unchanged({ 0, '' }) end
return { count, #entries == ${MOST_DELETED} and '(' .. entries[#entries] or '' }
`;

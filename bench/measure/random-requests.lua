-- For wrk: sends the requests of a file in random order. They stand there whole, with a zero byte between two of them.
local requests = {}

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  for text in file:read('*a'):gmatch('[^%z]+') do requests[#requests + 1] = text end
  file:close()
  math.randomseed(13)
end

function request()
  return requests[math.random(#requests)]
end

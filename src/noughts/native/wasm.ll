; The memory of lists in WebAssembly, where there is no other, for `lists.ll`.
;
; Free blocks of a size form a list. A call begins with no block in use: no list outlives a call, and
; one that ends with an error does not free its lists.
;
;     Donald Knuth, "The Art of Computer Programming", volume 1, section 2.5, for rows of free blocks.

@room = internal global [1048576 x i8] zeroinitializer, align 16
@used = internal global i64 0
@free = internal global [64 x ptr] zeroinitializer

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @forget_all() {
  store i64 0, ptr @used
  call void @llvm.memset.p0.i64(ptr @free, i8 0, i64 256, i1 false)
  ret void
}

define internal ptr @allocate(i64 %size) {
  %bits = call i64 @log_of_block(i64 %size)
  %row = getelementptr ptr, ptr @free, i64 %bits
  %first = load ptr, ptr %row
  %none = icmp eq ptr %first, null
  br i1 %none, label %fresh, label %again
again:
  %next = load ptr, ptr %first
  store ptr %next, ptr %row
  ret ptr %first
fresh:
  %from = load i64, ptr @used
  %block = shl i64 1, %bits
  %to = add i64 %from, %block
  %full = icmp ugt i64 %to, 1048576
  br i1 %full, label %nothing, label %take
take:
  store i64 %to, ptr @used
  %head = getelementptr i8, ptr @room, i64 %from
  store i64 %bits, ptr %head
  %data = getelementptr i8, ptr %head, i64 16
  ret ptr %data
nothing:
  ret ptr null
}

define internal void @release(ptr %data) {
  %bits = call i64 @log_of(ptr %data)
  %row = getelementptr ptr, ptr @free, i64 %bits
  %next = load ptr, ptr %row
  store ptr %next, ptr %data
  store ptr %data, ptr %row
  ret void
}

; LLVM calls this to multiply numbers of 128 bits, when it checks whether a product of two words
; fits into one. It multiplies halves of words. On other machines a library has it.
define hidden void @__multi3(ptr %out, i64 %a, i64 %a.high, i64 %b, i64 %b.high)
    noinline optnone {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %p00.high = lshr i64 %p00, 32
  %p01.low = and i64 %p01, 4294967295
  %p10.low = and i64 %p10, 4294967295
  %sum = add i64 %p00.high, %p01.low
  %middle = add i64 %sum, %p10.low
  %p00.low = and i64 %p00, 4294967295
  %middle.low = shl i64 %middle, 32
  %low = or i64 %p00.low, %middle.low
  %p01.high = lshr i64 %p01, 32
  %p10.high = lshr i64 %p10, 32
  %middle.high = lshr i64 %middle, 32
  %high.1 = add i64 %p11, %p01.high
  %high.2 = add i64 %high.1, %p10.high
  %high.3 = add i64 %high.2, %middle.high
  %cross.1 = mul i64 %a, %b.high
  %cross.2 = mul i64 %a.high, %b
  %high.4 = add i64 %high.3, %cross.1
  %high = add i64 %high.4, %cross.2
  store i64 %low, ptr %out
  %place = getelementptr i8, ptr %out, i64 8
  store i64 %high, ptr %place
  ret void
}

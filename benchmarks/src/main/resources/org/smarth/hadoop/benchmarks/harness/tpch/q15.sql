with revenue as (select l_suppkey supplier_no,
    sum(l_extendedprice * (1 - l_discount)) total_revenue
from lineitem
where l_shipdate >= date '1996-01-01' and l_shipdate < date '1996-04-01'
group by l_suppkey) select s_suppkey, s_name, s_address, s_phone, total_revenue
from supplier
join revenue on s_suppkey = supplier_no
cross join (select max(total_revenue) most
from revenue) m
where total_revenue = most
order by s_suppkey
